#!/usr/bin/env python3
"""Mutates certificates, with the checksum repaired, and has the verified checker read the mutants.

Each one that it accepts is held against breadth-first search, or a plan against the second checker
(scripts/check.py). Usage: mutate.py CHECKER NUMBER FILE... ; so many mutants of each file.
"""

import collections
import importlib.util
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("check", ROOT / "scripts" / "check.py")
check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check)

Parts = collections.namedtuple("Parts", "kind game deal body")


def text(part):
    return len(part).to_bytes(2, "little") + part


def checksum(content):
    total = 0xCBF29CE484222325
    for byte in content:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return total.to_bytes(8, "little")


def write(parts):
    content = b"\x89PCERT\n\x02" + parts.kind + text(parts.game) + text(parts.deal) + parts.body
    return content + checksum(content)


def read(data):
    place, texts = 9, []
    for _ in range(2):
        length = int.from_bytes(data[place : place + 2], "little")
        texts.append(data[place + 2 : place + 2 + length])
        place += 2 + length
    return Parts(data[8:9], *texts, data[place:-8])


def cells(parts):
    if parts.game == b"cohesion":
        return len(parts.deal.replace(b"/", b""))
    if parts.game == b"tiles":
        return len(parts.deal.split(b"/*=")[0].replace(b"/", b""))
    return len([word for word in parts.deal.split() if word != b"/"])


def sections(parts):
    """The lists of records as [bytes of the count, records]."""
    body, place, lists = parts.body, 0, []

    def section(count_bytes, size):
        nonlocal place
        count = int.from_bytes(body[place : place + count_bytes], "little")
        place += count_bytes
        starts = range(place, place + count * size, size)
        lists.append([count_bytes, [body[start : start + size] for start in starts]])
        place += count * size
        return count

    if parts.kind == b"C":
        section(8, cells(parts))
    else:
        moves = section(4, 2)
        if parts.kind == b"O":
            for _ in range(moves):
                section(8, cells(parts))
    return lists


def mutate(parts, others):
    body, way = bytearray(parts.body), random.randrange(14)
    place = random.randrange(len(body)) if body else 0
    if way == 0 and body:
        body[place] ^= 1 << random.randrange(8)
    elif way == 1 and body:
        body[place] = random.choice(b"\x00\x01\x02\x03\x04\x08\xff.#abcAB")
    elif way == 2:
        del body[place:]
    elif way == 3:
        body.insert(place, random.randrange(256))
    elif way == 4:
        return parts._replace(deal=random.choice(others).deal)
    elif way == 5:
        return parts._replace(game=random.choice(others).game)
    elif way == 6:
        return parts._replace(kind=random.choice([b"P", b"C", b"O", b"T"]))
    elif way == 7:
        sign = b" " if b" " in parts.deal else b""
        signs = [parts.deal[i : i + 1] for i in range(len(parts.deal))]
        words = parts.deal.split(sign) if sign else signs
        i, j = random.randrange(len(words)), random.randrange(len(words))
        words[i], words[j] = words[j], words[i]
        return parts._replace(deal=sign.join(words))
    elif way == 8:
        deal = bytearray(parts.deal)
        deal[random.randrange(len(deal))] = random.choice(b"23KACHSD-.#*abRB/ ")
        return parts._replace(deal=bytes(deal))
    else:
        # Records dropped, doubled or exchanged, with the counts repaired.
        lists = sections(parts)
        full = [records for _, records in lists if records]
        if full:
            records, target = random.choice(full), random.choice(lists)[1]
            i = random.randrange(len(records))
            if way in (9, 10):
                del records[i]
            elif way == 11:
                records.insert(i, records[i])
            elif way == 12:
                j = random.randrange(len(records))
                records[i], records[j] = records[j], records[i]
            elif len(target) == 0 or len(target[0]) == len(records[i]):
                target.append(records.pop(i))
        body = b"".join(len(r).to_bytes(n, "little") + b"".join(r) for n, r in lists)
    return parts._replace(body=bytes(body))


def shortest(parts, known={}):
    """The moves of a shortest plan, None if there is none; from the rules in Python."""
    key = parts.game, parts.deal
    if key not in known:
        game = check.game_of(parts.game.decode(), parts.deal.decode())
        start = game.start
        found, distance, layer = None, 0, [start]
        if game.apart(start):
            layer = []
        seen = set(layer)
        while layer and found is None:
            if any(game.won(state) for state in layer):
                found = distance
            following = []
            for state in layer:
                for _, after in game.moves(state):
                    if after not in seen:
                        seen.add(after)
                        following.append(after)
            assert len(seen) < 500_000, f"too large: {key}"
            layer, distance = following, distance + 1
        known[key] = found
    return known[key]


def is_true(line, data):
    parts = read(data)
    game, deal = parts.game.decode(), parts.deal.decode()
    claim, named = line.removeprefix("verified: ").split(": ", 1)
    assert named == f"{game}: {deal}", f"another deal: {line}"
    if claim == "lost":
        return shortest(parts) is None
    if claim.endswith("fewer"):
        return claim == f"won in {shortest(parts)} moves and in no fewer"
    return claim.startswith("won in") and others_accept(data)


def others_accept(data):
    """Whether the checker in Python verifies the certificate."""
    try:
        check.check(data)
    except (check.Refused, check.Unreadable, UnicodeDecodeError):
        return False
    return True


def main(checker, number, paths):
    random.seed(1)
    originals = [read(pathlib.Path(path).read_bytes()) for path in paths]
    accepted = refused = damaged = stricter = 0
    with tempfile.TemporaryDirectory() as folder:
        for parts, path in zip(originals, paths):
            assert write(parts) == pathlib.Path(path).read_bytes(), path
            mutants, files = [], []
            for index in range(int(number)):
                mutant = mutate(parts, originals)
                data = write(mutant)
                if index % 10 == 0:  # a wrong checksum
                    data = data[:-1] + bytes([data[-1] ^ 1])
                mutants.append((data, index % 10 == 0))
                files.append(f"{folder}/{index}")
                pathlib.Path(files[-1]).write_bytes(data)
            run = subprocess.run([checker, *files], stdout=subprocess.PIPE, text=True, check=False)
            lines = run.stdout.splitlines()
            assert run.returncode in (0, 1, 2) and len(lines) == len(files), (run, path)
            for line, (data, is_damaged) in zip(lines, mutants):
                assert not (is_damaged and line.startswith("verified")), line
                damaged += is_damaged
                if line.startswith("verified"):
                    assert is_true(line, data), f"{path}: {line}"
                    accepted += 1
                elif not is_damaged:
                    refused += 1
                    if len(data) < 3000 and data[8:9] != b"T" and others_accept(data):
                        stricter += 1
                        if "-v" in sys.argv: print("only here refused:", path, line, data[8:60])
    print(
        f"mutants: {refused} refused, {damaged} with a wrong checksum refused,"
        f" {accepted} accepted and true; {stricter} refused here alone, not by scripts/check.py"
    )
    assert accepted > 0


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], [a for a in sys.argv[3:] if a != "-v"])
