import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatPercent,
  formatPiePercent,
  formatQuantity,
  percentOf,
  pointChange,
  relativeChange,
} from '.';

describe('numbers', () => {
  it('formats counts and quantities', () => {
    expect(formatCount(1204)).toBe('1,204');
    expect(formatCount(-0)).toBe('0');
    expect(formatQuantity(2)).toBe('2');
    expect(formatQuantity(0.375)).toBe('0.375');
    expect(formatQuantity(1200.5)).toBe('1,200.5');
  });

  it('rounds a percentage, and gives 0 without a maximum', () => {
    expect(percentOf(1, 3)).toBe(33);
    expect(percentOf(2, 3)).toBe(67);
    expect(percentOf(5, 0)).toBe(0);
    expect(percentOf(0, 0)).toBe(0);
    expect(Object.is(percentOf(-0.001, 5), 0)).toBe(true);
  });

  it('labels pies with two decimals', () => {
    expect(formatPiePercent(31.4159)).toBe('31.42%');
    expect(formatPiePercent(50)).toBe('50.00%');
    expect(formatPercent(31.44)).toBe('31%');
  });
});

describe('relativeChange', () => {
  it('is null without a comparison', () => {
    expect(relativeChange(10, null, 'more')).toBeNull();
    expect(relativeChange(10, undefined, 'more')).toBeNull();
    expect(relativeChange(10, 0, 'more')).toBeNull();
  });

  it('carries sign, direction and tone', () => {
    expect(relativeChange(112, 100, 'more')).toEqual({
      direction: 'up',
      tone: 'good',
      text: '+12%',
      by: 12,
    });
    expect(relativeChange(88, 100, 'more')).toEqual({
      direction: 'down',
      tone: 'bad',
      text: '-12%',
      by: -12,
    });
    expect(relativeChange(88, 100, 'less')?.tone).toBe('good');
    expect(relativeChange(88, 100, 'neutral')?.tone).toBe('neutral');
    expect(relativeChange(100.1, 100, 'more')).toEqual({
      direction: 'same',
      tone: 'neutral',
      text: '0%',
      by: 0,
    });
  });

  it('rises when a loss becomes smaller', () => {
    expect(relativeChange(-50, -100, 'more')).toEqual({
      direction: 'up',
      tone: 'good',
      text: '+50%',
      by: 50,
    });
  });
});

describe('pointChange', () => {
  it('counts points, not percent of percent', () => {
    expect(pointChange(28.4, 30, 'less')).toEqual({
      direction: 'down',
      tone: 'good',
      text: '-1.6 pts',
      by: -1.6,
    });
    expect(pointChange(30, 28.4, 'less')?.text).toBe('+1.6 pts');
    expect(pointChange(30, 30.01, 'less')?.direction).toBe('same');
    expect(pointChange(null, 30, 'less')).toBeNull();
    expect(pointChange(30, null, 'less')).toBeNull();
  });
});
