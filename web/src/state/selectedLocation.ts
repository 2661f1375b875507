import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '@/api/transport/session';
import { read } from '@/lib/storage/storage';

/** Charts and all other screens each remember a location. */
export type LocationVariant = 'chart' | 'general';

/** Storage key of each variant. */
export const locationKey = {
  chart: 'default_chart_location',
  general: 'default_location',
} as const;

/** posID of each variant; null is 'All Locations', or none chosen yet. */
type SelectedLocationState = Record<LocationVariant, string | null>;

function remembered(): SelectedLocationState {
  return { chart: read(locationKey.chart), general: read(locationKey.general) };
}

const slice = createSlice({
  name: 'selectedLocation',
  initialState: remembered,
  reducers: {
    locationSelected(
      state,
      action: PayloadAction<{ variant: LocationVariant; posID: string | null }>,
    ) {
      state[action.payload.variant] = action.payload.posID;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => ({ chart: null, general: null }));
  },
});

export const { locationSelected } = slice.actions;
export const selectedLocationReducer = slice.reducer;
