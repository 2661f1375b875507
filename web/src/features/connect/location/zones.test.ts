import { describe, expect, it } from 'vitest';
import { deviceZone, matchesZone, zoneLabel, zonesOf } from './zones';

describe('time zones', () => {
  it('are found by parts of their names', () => {
    const label = zoneLabel('America/New_York');
    expect(label).toBe('America / New York');
    for (const typed of ['new york', 'AMERICA/new_york', 'york america', '']) {
      expect(matchesZone(label, typed)).toBe(true);
    }
    expect(matchesZone(label, 'new jersey')).toBe(false);
  });

  it("hold the device's own, also one that its list lacks", () => {
    const values = (own: string) => zonesOf(own).map(({ value }) => value);
    expect(values(deviceZone())).toContain(deviceZone());
    expect(values('Etc/Nowhere')[0]).toBe('Etc/Nowhere');
    const all = values('America/Chicago');
    expect(all.filter((zone) => zone === 'America/Chicago')).toHaveLength(1);
  });
});
