import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '@/api/session';
import { emptyChain, type PageChain } from '@/lib/lists/pageChain';

/** A long list as far as it was read. */
interface KeptList {
  /** The filter as JSON. */
  filter: string;
  chain: PageChain;
}

/** By label. A list opens with its last length, so that its scroll position is there at once. */
const initialState: Record<string, KeptList> = {};

const slice = createSlice({
  name: 'lists',
  initialState,
  reducers: {
    listRead: (state, { payload }: PayloadAction<KeptList & { label: string }>) => {
      const { label, ...list } = payload;
      return { ...state, [label]: list };
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const { listRead } = slice.actions;
export const listsReducer = slice.reducer;

/** The pages that an earlier visit read with the same filter. */
export function keptChain(lists: typeof initialState, label: string, filter: object): PageChain {
  const kept = lists[label];
  return kept?.filter === JSON.stringify(filter) ? kept.chain : emptyChain;
}
