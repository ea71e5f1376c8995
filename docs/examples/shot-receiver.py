#!/usr/bin/env python3
"""Receives the shots that a device forwards, and prints one line per shot.

    python3 shot-receiver.py 192.168.1.20 8080

Use an address of this machine in a private range (10.x, 172.16-31.x, 192.168.x), and enter it on the device under
Settings > Shot forwarding. Port 0 picks a free one. Requires only Python.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 65536))
        # Responds before parsing: the device resends an unacknowledged shot after about two seconds.
        self.send_response(204 if self.path == "/service/shot" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()
        try:
            message = json.loads(body)
        except ValueError:
            return
        if isinstance(message, dict) and message.get("schema") == "service.shot.v1":
            print(line_of(message), flush=True)

    def log_message(self, *_):
        pass


def line_of(message):
    who = message["device_name"] or message["device_id"]
    if message["type"] != "shot":
        return f"{who}: {message['type']}"
    shot, target = message["shot"], message["target"]
    return (
        f"{who}: {message['player_name']} plays {message['game_name']}, {target['kind']} at {target['distance_ft']:.1f} ft, "
        f"ball {shot['ball_speed_mps']:.2f} m/s, face {shot['face_angle_deg']:+.1f} degrees"
    )


if __name__ == "__main__":
    host, port = (sys.argv[1:] + ["127.0.0.1", "8080"][len(sys.argv) - 1 :])[:2]
    server = ThreadingHTTPServer((host, int(port)), Receiver)
    print(f"http://{host}:{server.server_port}/service/shot", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
