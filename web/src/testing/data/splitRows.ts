/** A row of a report that splits a span, with the given dimension and figures. */
export function splitRow<S extends object, F extends object>(
  posID: string,
  splits: S,
  figures: F,
  rest: { lastWeek?: F | null; lastYear?: F | null; comparable?: F | null; soFar?: boolean } = {},
) {
  return {
    posID,
    share: 0,
    soFar: false,
    comparable: null,
    lastWeek: null,
    lastYear: null,
    ...splits,
    ...figures,
    ...rest,
  };
}
