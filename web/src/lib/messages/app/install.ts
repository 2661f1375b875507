import { ours } from '../ours';

/** How to add the app to the home screen, where the browser does not offer it. */
export const homeScreen = {
  title: 'Add to Home screen',
  why: ours('Opens like an app and works offline.'),
  share: ours('Tap the share icon in your browser,'),
  add: ours("then 'Add to Home Screen'."),
} as const;

export const install = {
  title: ours('Install Saffron'),
  hint: ours('On this device, with its own icon'),
} as const;
