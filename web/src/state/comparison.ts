import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '@/api/transport/session';
import { read } from '@/lib/storage/storage';

/** The span that reports are compared with: the one before, or the same of last year. */
export type CompareTo = 'previous' | 'sameLastYear';

const usual: CompareTo = 'previous';

const slice = createSlice({
  name: 'comparison',
  initialState: (): { compareTo: CompareTo } => ({ compareTo: read('report_comparison') ?? usual }),
  reducers: {
    /** The choice holds for every report. */
    comparisonSelected(state, { payload }: PayloadAction<CompareTo>) {
      state.compareTo = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => ({ compareTo: usual }));
  },
});

export const { comparisonSelected } = slice.actions;
export const comparisonReducer = slice.reducer;
