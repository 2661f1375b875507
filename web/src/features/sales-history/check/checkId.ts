/** A check by location. */
export interface CheckId {
  posID: string;
  posCheckID: string;
}

/** The check that an address names (`posID/posCheckID`), if it belongs to the shown location; `null` shows all. */
export function checkNamed(key: string | null, posID: string | null): CheckId | null {
  const [location, posCheckID] = key?.split('/') ?? [];
  return location && posCheckID && (posID === null || location === posID)
    ? { posID: location, posCheckID }
    : null;
}
