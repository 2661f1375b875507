#!/usr/bin/env python3
"""Daily sales by location out of landed events (land.py), by the query in sales.sql.

    python3 sales.py events
    python3 sales.py events --csv > sales.csv
"""

import csv
import sys
from pathlib import Path

import duckdb
from saffron_events import parser


def sales(folder: str) -> tuple[list[str], list[tuple]]:
    """The names of the columns, and the rows."""
    connection = duckdb.connect()
    connection.execute("SET VARIABLE files = $1", [str(Path(folder) / "events-*.parquet")])
    connection.execute((Path(__file__).parent / "sales.sql").read_text())
    return [column[0] for column in connection.description], connection.fetchall()


if __name__ == "__main__":
    p = parser(__doc__)
    p.add_argument("folder", help="where land.py put the files")
    p.add_argument("--csv", action="store_true", help="comma separated")
    args = p.parse_args()
    if not any(Path(args.folder).glob("events-*.parquet")):
        sys.exit(f"There are no landed events in {args.folder}: run land.py first.")
    names, rows = sales(args.folder)
    if args.csv:
        csv.writer(sys.stdout).writerows([names, *rows])
    else:
        for line in [names, *rows]:
            print("".join(f"{value!s:>16}" for value in line))
