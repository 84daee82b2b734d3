#!/usr/bin/env python3
"""Mutates certificates, with the checksum repaired, and has a checker read the mutants.

mutants.py CHECKER NUMBER FILE…: makes mutants of each file in turn, until the checker has refused
NUMBER of them. Of those that it accepts, a loss or a shortest plan is compared with a search
through all states, so deals should be small; a plan is compared with the checker in Python. Ends
with an error at the first lie that is accepted. CHECKER answers with one line per file, as the
verified checker does."""

import collections
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import lies

BATCH = 500
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # so that many files take less time

Parts = collections.namedtuple("Parts", "kind game deal body")


def text(part):
    return len(part).to_bytes(2, "little") + part


def write(parts):
    content = b"\x89PCERT\n\x02" + parts.kind + text(parts.game) + text(parts.deal) + parts.body
    return content + lies.fnv(content)


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
    """A mutant of a certificate that is not a tree."""
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
        # Records dropped, duplicated or swapped, with the counts repaired.
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


def mutant(parts, others):
    """The bytes of a mutant."""
    if parts.kind != b"T":
        return write(mutate(parts, others))
    if random.random() < 0.1:
        other = random.choice(others)
        return write(parts._replace(game=other.game, deal=other.deal))
    return lies.certificate(*lies.mutant(parts.game.decode(), parts.deal.decode(), parts.body))


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


def is_lost(parts, known={}):
    """Whether a deal of Gaps is lost, by the search that shares no code with a checker."""
    deal = parts.game.decode(), parts.deal.decode()
    if deal not in known:
        known[deal] = lies.is_lost(*deal)
    return known[deal]


def is_winnable_tree(parts):
    """Whether the mutant claims that a small winnable deal is lost."""
    small = parts.game.startswith(b"gaps") and cells(parts) <= 18
    return parts.kind == b"T" and small and not is_lost(parts)


def is_true(line, data):
    parts = read(data)
    game, deal = parts.game.decode(), parts.deal.decode()
    claim, named = line.removeprefix("verified: ").split(": ", 1)
    assert named == f"{game}: {deal}", f"another deal: {line}"
    if claim == "lost":
        return is_lost(parts) if parts.kind == b"T" else shortest(parts) is None
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


def answers(checker, mutants):
    """A line for each mutant."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        files = [f"{folder}/{index}" for index in range(len(mutants))]
        for file, data in zip(files, mutants):
            Path(file).write_bytes(data)
        run = subprocess.run([checker, *files], stdout=subprocess.PIPE, text=True, check=False)
    lines = run.stdout.splitlines()
    assert run.returncode in (0, 1, 2) and len(lines) == len(files), run
    return lines


def main(checker, number, paths):
    random.seed(1)
    originals = [read(Path(path).read_bytes()) for path in paths]
    for parts, path in zip(originals, paths):
        assert write(parts) == Path(path).read_bytes(), path
    counts = collections.Counter()
    while counts["refused"] < number:
        for parts, path in zip(originals, paths):
            mutants = [mutant(parts, originals) for _ in range(BATCH)]
            # One has a wrong checksum.
            mutants[0] = mutants[0][:-1] + bytes([mutants[0][-1] ^ 1])
            lines = answers(checker, mutants)
            assert not lines[0].startswith("verified"), f"{path}: a wrong checksum is accepted"
            for line, data in zip(lines[1:], mutants[1:]):
                if line.startswith("verified"):
                    assert is_true(line, data), f"{path}: accepted a lie: {line}: {data.hex()}"
                    counts["accepted"] += 1
                    continue
                counts["refused"] += 1
                counts["unreadable"] += line.startswith("unreadable")
                counts["winnable"] += line == "refused" and is_winnable_tree(read(data))
            if counts["refused"] >= number:
                break
    print(
        f"{counts['refused']} mutants of {len(paths)} certificates refused, {counts['unreadable']} "
        f"of them as unreadable, {counts['winnable']} trees of deals that can be won; "
        f"{counts['accepted']} accepted, and all of these are true"
    )
    assert counts["accepted"] and counts["winnable"]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
