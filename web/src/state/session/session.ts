import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OwnProfile, Profile } from '@/api';
import { sessionEnded } from '@/api/transport/session';
import { read, type User, write } from '@/lib/storage/storage';

interface SessionState {
  user: User | null;
  /** Start of this tab's session in Unix milliseconds. */
  since: number;
  /** How the last session ended: after a sign-out, login does not return to the page. */
  ended: 'signed-out' | 'expired' | null;
}

/** The session of an earlier visit, if the stored id and the stored user still belong together. */
export function storedSession(): SessionState {
  const user = read('user');
  const matches = user !== null && user.sessionID === read('sessionID');
  return { user: matches ? user : null, since: Date.now(), ended: null };
}

/** The stored session id must be that of the user; another tab may have ended or changed it. */
export function isSignedIn(user: User | null): user is User {
  return user !== null && user.sessionID === read('sessionID');
}

/** The stored form of login's answer. */
export function toUser(profile: Profile): User {
  const { sessionGuid, ...person } = profile;
  return { ...person, sessionID: sessionGuid };
}

/** Stores user and session; with rememberMe off they end with the browser. */
export function rememberSession(user: User, rememberMe: boolean): void {
  write('rememberMe', rememberMe);
  write('sessionID', user.sessionID);
  write('user', user);
  if (rememberMe) write('userName', user.email);
}

/** Stores a changed profile. */
export function rememberProfile(user: User, profile: OwnProfile): User {
  const changed = { ...profile, sessionID: user.sessionID };
  write('user', changed);
  return changed;
}

const slice = createSlice({
  name: 'session',
  initialState: storedSession,
  reducers: {
    signedIn: {
      prepare: (user: User) => ({ payload: user, meta: { at: Date.now() } }),
      reducer(state, action: PayloadAction<User, string, { at: number }>) {
        state.user = action.payload;
        state.since = action.meta.at;
        state.ended = null;
      },
    },
    profileChanged(state, action: PayloadAction<User>) {
      if (state.user?.sessionID === action.payload.sessionID) state.user = action.payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, (state, action) => {
      state.user = null;
      state.ended = action.payload;
    });
  },
});

export const { profileChanged, signedIn } = slice.actions;
export const sessionReducer = slice.reducer;
