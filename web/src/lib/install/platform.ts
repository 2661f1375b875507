/** Properties of `navigator` that distinguish platforms. */
export interface Platform {
  userAgent: string;
  platform: string;
  maxTouchPoints: number;
}

/** Whether this is an iPhone or an iPad. An iPad reports itself as a Mac, and no Mac has a touch screen. */
export function isIOS({ userAgent, platform, maxTouchPoints }: Platform): boolean {
  return (
    /iPhone|iPad|iPod/.test(userAgent) ||
    (/^Mac/.test(platform) && maxTouchPoints > 1 && /Safari|AppleWebKit/.test(userAgent))
  );
}

/** Whether the app runs from the home screen, in a window of its own. */
export function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  return standalone === true || window.matchMedia('(display-mode: standalone)').matches;
}
