import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '@/api/transport/session';
import { emptyChain, type PageChain } from '@/lib/lists/pageChain';

/** The pages of a long list that were read. */
interface StoredList {
  /** The filter as JSON. */
  filter: string;
  chain: PageChain;
}

/** By label. A list opens with its last length, so that its scroll position can be restored at once. */
const initialState: Record<string, StoredList> = {};

const slice = createSlice({
  name: 'lists',
  initialState,
  reducers: {
    listRead: (state, { payload }: PayloadAction<StoredList & { label: string }>) => {
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
export function chainOf(lists: typeof initialState, label: string, filter: object): PageChain {
  const stored = lists[label];
  return stored?.filter === JSON.stringify(filter) ? stored.chain : emptyChain;
}
