#!/usr/bin/env python3
"""A host and a guest of the relay, in standard Python.

    (umask 077; ./tapin cloud enrol > host.json; ./tapin cloud enrol > guest.json)
    ./tapin cloud serve
    python3 docs/examples/relay-client.py http://127.0.0.1:8322 host.json guest.json

The host registers a session. The guest joins it by its code, sends one input of each kind, receives a round that the
host publishes, follows the host to a new code, and learns that the host has stopped. Each step prints one line. A
failure exits with code 1.
"""

import hashlib
import hmac
import http.client
import json
import sys
import threading
import time
import urllib.parse
import uuid

READ_TIMEOUT_S = 28  # for held requests: the relay responds within 20 s
CONTROL_TIMEOUT_S = 8
RETRY_S = 3
RETRY_LATER_S = 30
HOLD_MS = 20000


class Device:
    """Device that signs its requests."""

    def __init__(self, relay, identity_file):
        with open(identity_file, encoding="utf-8") as file:
            identity = json.load(file)
        self.id = identity["id"]
        self.secret = bytes.fromhex(identity["secret"])
        self.relay = urllib.parse.urlsplit(relay)

    def post(self, route, body, timeout_s=CONTROL_TIMEOUT_S):
        """Sends a signed request on its own connection and returns the response."""
        raw = json.dumps(body).encode()
        timestamp = str(int(time.time()))
        signature = hmac.new(self.secret, timestamp.encode() + b"." + raw, hashlib.sha256).hexdigest()
        connection = http.client.HTTPConnection(self.relay.hostname, self.relay.port, timeout=timeout_s)
        try:
            connection.request(
                "POST",
                "/sim/" + route,
                raw,
                {
                    "Content-Type": "application/json",
                    "X-Device-Id": self.id,
                    "X-Timestamp": timestamp,
                    "X-Signature": signature,
                },
            )
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        if response.status != 200:
            if response.status == 503:  # the relay is starting, or cannot reach its engine
                raise OSError("the relay is unavailable")
            raise SystemExit(f"/sim/{route}: HTTP status {response.status}: {text}")
        return json.loads(text)

    def control(self, route, **body):
        """Sends a control request. A `rid` keeps a retry from taking effect twice."""
        if route == "input" or body.get("action") == "regenerate":
            body["rid"] = uuid.uuid4().hex
        return self.retrying(lambda: self.post(route, body))

    def retrying(self, attempt):
        """Retries until the relay responds: after 3 s, and from the third failure every 30 s."""
        failures = 0
        while True:
            try:
                return attempt()
            except (OSError, http.client.HTTPException):
                failures += 1
                time.sleep(RETRY_S if failures < 3 else RETRY_LATER_S)


class Host(Device):
    """Polls without pause, and stores the inputs that it receives."""

    def __init__(self, relay, identity_file):
        super().__init__(relay, identity_file)
        self.items = []
        self.changed = threading.Condition()
        self.hosting = False

    def start(self):
        answer = self.control("host", action="start", sim="none", name="Example host", keep_guests=True)
        self.code = answer["code"]
        self.since = answer["next_seq"] - 1  # skips inputs from before this start
        self.hosting = True
        self.poll("", wait_ms=0)  # the relay now lists the host as online
        threading.Thread(target=self.loop, daemon=True).start()

    def poll(self, st, wait_ms=HOLD_MS):
        answer = self.post(
            "poll",
            {
                "code": self.code,
                "since": self.since,
                "wait_ms": wait_ms,
                "name": "Example host",
                "st": st,
                "replay": False,
                "players": [{"n": "Ann", "h": 4}],
                "ev": None,
            },
            READ_TIMEOUT_S,
        )
        if answer["status"] != "ok":
            if self.hosting:  # the relay does not know the session: register again and keep `since`
                self.control("host", action="start", sim="none", name="Example host", keep_guests=True)
            return ""
        with self.changed:
            for item in answer["items"]:
                self.since = item["seq"]
                self.items.append(item)
            self.code = answer.get("code", self.code)
            self.changed.notify_all()
        return answer["state"]["st"]

    def loop(self):
        st = ""
        while self.hosting:
            st = self.retrying(lambda: self.poll(st))

    def wait_for_items(self, count):
        with self.changed:
            return self.changed.wait_for(lambda: len(self.items) >= count, READ_TIMEOUT_S)


class Guest(Device):
    """Joins a host by its code, and follows its state through held heartbeats."""

    players = [{"n": "Bob", "h": 12}]

    def join(self, code):
        answer = self.post("join", self.presence("join", code, 0, ""))
        self.adopt(answer)
        return answer

    def heartbeat(self):
        body = self.presence("heartbeat", self.code, HOLD_MS, self.st)
        answer = self.retrying(lambda: self.post("join", body, READ_TIMEOUT_S))
        self.adopt(answer)
        return answer

    def heartbeat_until(self, wanted):
        """Sends heartbeats until a response satisfies `wanted`."""
        for _ in range(10):
            answer = self.heartbeat()
            if wanted(answer):
                return answer
        raise SystemExit("the guest has not received the expected state")

    def adopt(self, answer):
        self.code = answer["code"]
        self.st = answer["state"]["st"]

    def presence(self, action, code, wait_ms, st):
        return {
            "action": action,
            "code": code,
            "name": "Example guest",
            "wait_ms": wait_ms,
            "st": st,
            "players": self.players,
            "fol": True,
        }


INPUTS = [
    {"kind": "aim", "steps": -3},
    {"kind": "club", "club": 13},
    {"kind": "putt", "putt": {"mps": 1.62, "face": -0.4, "aoa": 2.1, "ratio": 1.62}},
    {"kind": "repeat"},
    {"kind": "repeat_aim"},
    {"kind": "reset"},
    {"kind": "mulligan"},
]

ROUND = {
    "id": 1,
    "ph": "play",
    "hole": 1,
    "turn": 1,
    "n": 2,
    "nh": 3,
    "ro": [{"n": "Ann", "d": "", "c": 0, "h": 4}, {"n": "Bob", "d": "the guest's label", "c": 1, "h": 12}],
    "ho": [8.5, 12, 6.25],
    "sc": [[0, 0, 0], [0, 0, 0]],
    "rem": [8.5, 8.5],
    "hd": [0, 0],
    "td": [0, 0],
    "ord": [0, 1],
    "shot": None,
    "note": None,
}


def check(holds, what):
    if not holds:
        raise SystemExit(f"check failed: {what}")
    print(what, flush=True)


def main(relay, host_file, guest_file):
    host, guest = Host(relay, host_file), Guest(relay, guest_file)

    host.start()
    check(len(host.code) == 6, f"the host has the code {host.code}")
    joined = guest.join(host.code)
    check(joined["status"] == "ok", f"the guest has joined {joined['host_label']}")
    guest_label = joined["state"]["players"][1]["name"]

    for body in INPUTS:
        answer = guest.control("input", code=guest.code, name="Example guest", **body)
        check(answer["status"] == "ok", f"sent {body['kind']} as input {answer['seq']}")
    check(host.wait_for_items(len(INPUTS)), f"the host has received {len(host.items)} inputs")
    received = [item["kind"] for item in host.items]
    check(received == [body["kind"] for body in INPUTS], f"in order, from {guest_label}")

    exp = {"mode": 11, "gen": 1, "cfg": {"stimp": 10, "holes": 3}}
    check(host.control("host", action="experience", exp=exp)["status"] == "ok", "the host has chosen an experience")
    ROUND["ro"][1]["d"] = guest_label
    check(host.control("host", action="round", round=ROUND)["status"] == "ok", "the host has published a round")
    seen = guest.heartbeat_until(lambda answer: answer["state"]["round"] is not None)
    check(seen["state"]["round"]["id"] == 1 and seen["state"]["exp"]["gen"] == 1, "the guest has received both")

    before = guest.code
    host.control("host", action="regenerate", sim="none", name="Example host", keep_guests=True)
    after = guest.heartbeat_until(lambda answer: answer["code"] != before)["code"]
    check(guest.join(before)["code"] == after, f"the guest followed to the code {after}")

    host.hosting = False
    check(host.control("host", action="stop")["status"] == "ok", "the host has stopped")
    told = guest.heartbeat_until(lambda answer: answer["status"] == "offline")
    check(told["host_stopped"], "the guest has learned that the host stopped")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit("usage: relay-client.py RELAY_URL HOST_IDENTITY_FILE GUEST_IDENTITY_FILE")
    main(*sys.argv[1:])
