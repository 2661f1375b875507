import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '@/api/transport/session';
import { read } from '@/lib/storage/storage';

/** Charts, which may show all locations, and all other screens, which show one. */
export type LocationVariant = 'chart' | 'general';

/** Storage key of each variant. */
export const locationKey = {
  chart: 'default_chart_location',
  general: 'default_location',
} as const;

/** posID of each variant; null is 'All Locations' of charts, or none chosen yet. */
type SelectedLocationState = Record<LocationVariant, string | null>;

function remembered(): SelectedLocationState {
  return { chart: read(locationKey.chart), general: read(locationKey.general) };
}

const nothingChosen: SelectedLocationState = { chart: null, general: null };

const slice = createSlice({
  name: 'selectedLocation',
  initialState: remembered,
  reducers: {
    /** A location is chosen for every screen; 'All Locations' for charts alone. */
    locationSelected(state, { payload: posID }: PayloadAction<string | null>) {
      state.chart = posID;
      if (posID !== null) state.general = posID;
    },
    /** The user left the sample restaurant, or has a location of their own now. */
    sampleEnded: () => nothingChosen,
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => nothingChosen);
  },
});

export const { locationSelected, sampleEnded } = slice.actions;
export const selectedLocationReducer = slice.reducer;
