import { describe, expect, it } from 'vitest';
import { fitted } from '@/components/picture/readPicture';
import { endOf, latestPick, nextOpening, wallMinute } from './soldOut';

const NOW = '2026-11-21T18:30';

describe('the end of a sold-out mark', () => {
  it('is open, tomorrow at opening, or a time that was picked', () => {
    expect(endOf('takenBack', '', NOW)).toEqual({});
    expect(endOf('opening', '', NOW)).toEqual({ untilOpening: true });
    expect(endOf('time', '2026-11-21T20:00', NOW)).toEqual({ until: '2026-11-21T20:00:00' });
  });

  it('at opening is the start that holds for tomorrow', () => {
    const starts = [
      { startDate: null, dayStart: '04:00' },
      { startDate: '2027-01-01', dayStart: '06:15' },
    ];
    expect(nextOpening('2026-12-30', starts)).toBe('2026-12-31T04:00:00');
    expect(nextOpening('2026-12-31', starts)).toBe('2027-01-01T06:15:00');
  });

  it('is refused if past, too far away, or no time', () => {
    for (const wrong of ['', NOW, '2026-11-21T18:29', '2026-12-21T18:31', '2026-11-22']) {
      expect(endOf('time', wrong, NOW)).toBeNull();
    }
    expect(endOf('time', latestPick(NOW), NOW)).toEqual({ until: '2026-12-21T18:30:00' });
  });

  it('is counted on the clock of the location', () => {
    const clock = new Date('2026-11-21T23:30:00Z');
    expect(wallMinute(clock, 'America/New_York')).toBe(NOW);
    expect(wallMinute(clock, 'Asia/Tokyo')).toBe('2026-11-22T08:30');
  });
});

describe('the size of a picture that is sent', () => {
  it('fits into 1600 pixels, and never grows', () => {
    expect(fitted(4032, 3024)).toEqual({ width: 1600, height: 1200 });
    expect(fitted(3024, 4032)).toEqual({ width: 1200, height: 1600 });
    expect(fitted(640, 480)).toEqual({ width: 640, height: 480 });
    expect(fitted(8000, 2)).toEqual({ width: 1600, height: 1 });
  });
});
