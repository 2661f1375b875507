/** The sheet's code, which a page can do without at first. */
export const locationSheet = () => import('./LocationSheet').then((part) => part.LocationSheet);
