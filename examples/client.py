"""A bot for Skulk's web tables, in plain Python: it plays any game, and plays it badly (any legal move).

python examples/client.py http://localhost:8000 oh-fox          lays a table against the server's bots
python examples/client.py http://localhost:8000 --table TABLE   sits down at a table that somebody has laid
"""

import argparse
import json
import random
import time
import urllib.error
import urllib.request
import uuid


class Table:
    """One seat at one table, over HTTP."""

    def __init__(self, server, table, token):
        self.where, self.token = f"{server}/api/tables/{table}", token
        self.number = None  # the last one we were told

    def ask(self, path, body=None):
        return ask(self.where + path, body, self.token)

    def messages(self):
        """Everything we are told. If the line breaks, we go on after the last number: nothing is missed."""
        while True:
            since = "" if self.number is None else f"?since={self.number}"
            request = urllib.request.Request(f"{self.where}/events{since}", headers=bearer(self.token))
            try:
                with urllib.request.urlopen(request, timeout=60) as lines:
                    for line in lines:
                        if line.strip():
                            message = json.loads(line)
                            self.number = message.get("number", self.number)
                            yield message
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(1)

    def do(self, deed, **more):
        """Do something; sent again with the same id until we know how it ended."""
        command = {"do": deed, "id": uuid.uuid4().hex, **more}
        while True:
            try:
                return self.ask("/commands", command)
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(1)


def bearer(token):
    return {"authorization": f"Bearer {token}"} if token else {}


def ask(url, body=None, token=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **bearer(token)}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 409:  # refused by the table: how, is in the answer
            return json.load(error)
        raise SystemExit(f"{url}: {json.load(error)['text']}") from error


def play(table):
    for message in table.messages():
        if message["type"] not in ("welcome", "told"):
            continue
        for line in message.get("news", []):
            print(line["text"])
        view = message["view"]
        if view["phase"] == "over":
            return view["result"]
        if view.get("moves") and "answer" not in view:
            move = random.choice(view["moves"])
            done = table.do("move", move=move["action"], on=message["number"])
            if done["outcome"] == "refused" and done["code"] != "stale":
                print(f"refused: {done['text']}")


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("server")
    given.add_argument("game", nargs="?", default="fox-on-the-run")
    given.add_argument("--table")
    given.add_argument("--name", default="A client in Python")
    given = given.parse_args()
    if given.table:
        wanted = {"id": uuid.uuid4().hex, "name": given.name}
        while not (seat := ask(f"{given.server}/api/tables/{given.table}/join", wanted))["token"]:
            time.sleep(1)  # the game runs: the people at the table are asked first
    else:
        wanted = {"game": given.game, "name": given.name, "start": True, "settings": {"beat": 0, "bot_pace": 0}}
        seat = ask(f"{given.server}/api/tables", wanted)
    print(f"seat {seat['seat']} at {given.server}/table/{seat['table']}")
    result = play(Table(given.server, seat["table"], seat["token"]))
    print(f"ranks {result['ranks']}: {result['reason']['text']}")


if __name__ == "__main__":
    main()
