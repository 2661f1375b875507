import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useEffect, useState } from 'react';
import { api, type DateMove, useGetDateMoveQuery } from '@/api';
import { useAppDispatch, useSignedIn } from '@/state/hooks';

/** Milliseconds between two reads of a move that runs. */
const READ_EVERY_MS = 2_000;
/** A change of the start has become a move after this long, or moves nothing. */
const BEGINS_WITHIN_MS = 60_000;

const openStates = ['running', 'paused', 'settling'];

interface DateMoveState {
  /** The move that is open, or that ended within this visit; `null` if there is none. */
  move: DateMove | null;
  /** Looks for the move that a change makes. */
  expect: () => void;
}

/** The move of a location's sales to other business dates. Reports are read again once it has ended. */
export function useDateMove(posID: string): DateMoveState {
  const signedIn = useSignedIn();
  const dispatch = useAppDispatch();
  const args = signedIn ? { dateMoveRequest: { posID } } : skipToken;
  const { currentData } = useGetDateMoveQuery(args, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const [expected, setExpected] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const move = currentData?.body.dateMove ?? null;
  const state = move?.state ?? '';
  const isOpen = openStates.includes(state);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isOpen && expected) setExpected(false);

  const changes = state === 'running' || state === 'settling' || expected;
  useGetDateMoveQuery(changes ? args : skipToken, {
    pollingInterval: READ_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  useEffect(() => {
    if (!expected) return;
    const timer = setTimeout(() => setExpected(false), BEGINS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [expected]);

  const hasEnded = state === 'done' && wasOpen;
  useEffect(() => {
    if (hasEnded) dispatch(api.util.invalidateTags(['Report', 'Checks']));
  }, [hasEnded, dispatch]);

  const expect = useCallback(() => {
    setWasOpen(false);
    setExpected(true);
  }, []);
  return { move: isOpen || hasEnded ? move : null, expect };
}
