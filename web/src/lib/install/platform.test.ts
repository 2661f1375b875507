import { describe, expect, it } from 'vitest';
import { isIOS } from './platform';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`;

describe('iOS', () => {
  it.each([
    ['an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit}`, 'iPhone', 5],
    ['a recognizable iPad', `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webkit}`, 'iPad', 5],
    ['an iPad that asks for desktop sites', mac, 'MacIntel', 5],
  ])('is %s', (_, userAgent, platform, maxTouchPoints) => {
    expect(isIOS({ userAgent, platform, maxTouchPoints })).toBe(true);
  });

  it.each([
    ['a Mac', mac, 'MacIntel', 0],
    ['a phone with Android', 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0', 'Linux armv81', 5],
    ['a PC with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Win32', 10],
  ])('is not %s', (_, userAgent, platform, maxTouchPoints) => {
    expect(isIOS({ userAgent, platform, maxTouchPoints })).toBe(false);
  });
});
