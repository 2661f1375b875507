import { describe, expect, it } from 'vitest';
import { pizza } from '@/testing/data/fixtures';
import { dailyFigures, dailyRow } from '@/testing/data/reportRows';
import { rankLocations } from './ranking';

const day = '2026-11-21';
const locations = ['west', 'north', 'east'].map((posID) => ({
  ...pizza,
  posID,
  name: posID,
  businessDate: day,
}));
const rows = [
  dailyRow(
    'west',
    day,
    { grossSales: 40 },
    { lastWeek: dailyFigures({ grossSales: 20 }), comparable: dailyFigures({ grossSales: 30 }) },
  ),
  dailyRow('east', day, { grossSales: 80 }, { lastWeek: dailyFigures({ grossSales: 100 }) }),
];

const order = (...how: ['sales' | 'change', 'best' | 'worst']) =>
  rankLocations(locations, rows, ...how).map(({ posID, bar }) => `${posID} ${bar}`);

describe('rankLocations', () => {
  it('sorts in both orders, with locations without sales', () => {
    expect(order('sales', 'best')).toEqual(['east 1', 'west 0.5', 'north 0']);
    expect(order('sales', 'worst')).toEqual(['north 0', 'west 0.5', 'east 1']);
  });

  it('sorts locations without a change last in either order', () => {
    expect(order('change', 'best')).toEqual(['west 1', 'east 0.4', 'north 0']);
    expect(order('change', 'worst')).toEqual(['east 0.4', 'west 1', 'north 0']);
    expect(rankLocations(locations, rows, 'change', 'best').map(({ change }) => change)).toEqual([
      { direction: 'up', tone: 'good', text: '+50%', by: 50 },
      { direction: 'down', tone: 'bad', text: '-20%', by: -20 },
      null,
    ]);
  });

  it('draws no bars without sales or for negative sales', () => {
    expect(rankLocations(locations, [], 'sales', 'best').map(({ bar }) => bar)).toEqual([0, 0, 0]);
    const refunds = [dailyRow('east', day, { grossSales: -10 })];
    expect(rankLocations(locations, refunds, 'sales', 'best').map(({ bar }) => bar)).toEqual([
      0, 0, 0,
    ]);
  });
});
