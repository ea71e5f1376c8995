# pytest: a putt of Lag putting on a virtual device, over HTTP (docs/http-api.md). Needs nothing but pytest:
#     TAPIN=./tapin pytest docs/examples/test_putt.py
import json
import os
import subprocess
import urllib.parse
import urllib.request

import pytest


class Device:
    """First device of a front panel, whose time moves only when a test says so."""

    def __init__(self, panel):
        address = urllib.parse.urlsplit(panel)
        self.origin = f"{address.scheme}://{address.netloc}"
        token = urllib.parse.parse_qs(address.query)["token"][0]
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, self.headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def advance(self, ms):
        return self.call("/api/time", {"advance_ms": ms})

    def press(self, *keys):
        for key in keys:
            self.call("/api/devices/0/key", {"key": key})
            self.advance(20)

    def lines(self):
        return self.call("/api/devices/0/sight")["lines"]


@pytest.fixture
def device():
    call = [os.environ.get("TAPIN", "./tapin"), "run", "--virtual-time", "--paused", "--seed", "7", "--port", "0"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as tapin:
        yield Device(json.loads(tapin.stdout.readline())["panel"])
        tapin.terminate()


def test_a_verdict_ends_the_roll(device):
    device.advance(3000)
    device.press("down", "ok", "ok")
    assert device.lines()[0] == "Lag putting · Putt 1 of 10"
    # A breakpoint stops the time at the verdict, however long the ball rolls.
    device.call("/api/breakpoints", {"text": "Verdict: "})
    device.call("/api/devices/0/strike", {"club_speed_mps": 1.5})
    stopped = device.advance(30_000)
    assert stopped["time_ms"] < 20_000
    assert any(line.startswith("Verdict: ") for line in device.lines())
