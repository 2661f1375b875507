import { describe, expect, it } from 'vitest';
import {
  formatMovement,
  formatRate,
  formatWorth,
  hundredthsOf,
  parseHundredths,
  parsePoints,
  pointsFor,
} from './index';

describe('points', () => {
  it('are worth a cent each', () => {
    expect(formatWorth(500)).toBe('$5.00');
    expect(formatWorth(1)).toBe('$0.01');
    expect(formatWorth(-250)).toBe('-$2.50');
  });

  it('move with their sign', () => {
    expect([formatMovement(1200), formatMovement(-20), formatMovement(0)]).toEqual([
      '+1,200',
      '-20',
      '0',
    ]);
  });

  it.each([
    ['500', 500],
    [' 1,000 ', 1000],
    ['', null],
    ['12.5', null],
    ['-3', null],
    ['1e3', null],
  ])('are read from %j', (text, points) => {
    expect(parsePoints(text)).toBe(points);
  });
});

describe('the percentage', () => {
  it.each([
    ['5', 500],
    ['5.5', 550],
    ['0.07', 7],
    ['100', 10_000],
    ['7.', 700],
    ['5 %', 500],
    ['5.125', null],
    ['', null],
    ['.5', null],
    ['-1', null],
    ['five', null],
  ])('is read from %j', (text, hundredths) => {
    expect(parseHundredths(text)).toBe(hundredths);
  });

  it('is written with the decimals it needs', () => {
    expect([500, 550, 7, 0].map(formatRate)).toEqual(['5%', '5.5%', '0.07%', '0%']);
    // A float beside the exact value.
    expect(hundredthsOf(0.29)).toBe(29);
  });

  it('earns points on sales, rounded half away from zero', () => {
    expect(pointsFor(20, 500)).toBe(100);
    expect(pointsFor(12_345, 500)).toBe(61_725);
    expect(pointsFor(0.5, 100)).toBe(1);
    expect(pointsFor(0.49, 100)).toBe(0);
    expect(pointsFor(-0.5, 100)).toBe(-1);
    expect(pointsFor(20, 0)).toBe(0);
  });
});
