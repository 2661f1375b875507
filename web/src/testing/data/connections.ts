import type { ConnectedDay, Connection, OfferedLocation, Proof } from '@/api/connect';
import { pizza } from './fixtures';

/** A connection whose past is coming in. */
export function connectionOf(change: Partial<Connection> = {}): Connection {
  return {
    posID: pizza.posID,
    connectionID: 'connection-1',
    pos: 'square',
    state: 'live',
    accountName: 'Saffron Group',
    createdAt: '2026-07-18T09:00:00',
    createdBy: 'Olive Owner',
    externalName: 'Main Street',
    offered: [],
    lacks: [],
    firstDate: '2025-06-13',
    days: 400,
    daysRead: 31,
    daysAsked: 0,
    daysSkipped: 0,
    daysReplacing: 0,
    seenAt: '2026-07-18T12:04:00',
    lagSeconds: 60,
    faults: [],
    unmapped: 0,
    writes: false,
    takesWrites: true,
    unwritten: [],
    version: 1,
    ...change,
  };
}

export const mainStreet: OfferedLocation = {
  externalID: 'L1',
  name: 'Main Street',
  timeZone: 'America/New_York',
  currency: 'USD',
  address: '12 Main St',
};

export const berlin: OfferedLocation = {
  externalID: 'L2',
  name: 'Berlin',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  address: null,
};

/** A connection of which no location is chosen. */
export function choosing(offered: OfferedLocation[]): Connection {
  return connectionOf({
    state: 'choosing',
    offered,
    externalName: null,
    firstDate: null,
    seenAt: null,
    days: 0,
    daysRead: 0,
    lagSeconds: 0,
  });
}

/** A day of July 2026 that an import has, too. */
export function connectedDay(day: number, change: Partial<ConnectedDay> = {}): ConnectedDay {
  return {
    businessDate: `2026-07-${String(day).padStart(2, '0')}`,
    state: 'asked',
    countsTwice: false,
    posChecks: 41,
    posNetSales: 1640.5,
    sources: [{ sourceName: 'july.csv', checks: 40, netSales: 1600 }],
    ...change,
  };
}

/** A day of July 2026 that is what the POS itself counted. */
export function proofOf(day: number, change: Partial<Proof> = {}): Proof {
  const date = `2026-07-${day}`;
  return {
    businessDate: date,
    state: 'equal',
    independent: true,
    countedUntil: '2026-07-18T12:00:00',
    checkedAt: '2026-07-18T12:01:00',
    settlesAt: `2026-07-${day + 5}T04:00:00`,
    difference: 0,
    posChecks: 41,
    checks: 41,
    lines: [
      { figure: 'net', theirs: 1640.5, ours: 1640.5, difference: 0 },
      { figure: 'tips', theirs: 210, ours: 210, difference: 0 },
      { figure: 'giftCards', theirs: 0, ours: 0, difference: 0 },
    ],
    hours: [],
    differing: [],
    moreChecks: 0,
    ...change,
  };
}
