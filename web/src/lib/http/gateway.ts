import { read } from '../storage/storage';

/** Origin of the gateway: the app's own, unless the app is served from elsewhere. */
export function gatewayOrigin(): string {
  return read('domain_location') ?? window.location.origin;
}

/** The session cookie goes to the gateway only, also where that is another origin. */
export function gatewayCredentials(): RequestCredentials {
  return gatewayOrigin() === window.location.origin ? 'same-origin' : 'include';
}
