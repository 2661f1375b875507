import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Content of the app's one info dialog. */
export interface Info {
  title: string;
  detail: string;
}

interface UiState {
  /** How many tasks block the whole screen; the spinner shows above 0. */
  blocking: number;
  info: Info | null;
}

const initialState: UiState = { blocking: 0, info: null };

const slice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    loaderShown(state) {
      state.blocking += 1;
    },
    loaderHidden(state) {
      state.blocking = Math.max(0, state.blocking - 1);
    },
    infoOpened(state, action: PayloadAction<Info>) {
      state.info = action.payload;
    },
    infoClosed(state) {
      state.info = null;
    },
  },
});

export const { loaderShown, loaderHidden, infoOpened, infoClosed } = slice.actions;
export const uiReducer = slice.reducer;
