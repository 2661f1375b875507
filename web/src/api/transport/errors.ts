import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { messages } from '@/lib/messages';

/** Why a call failed, as far as a screen shows it. */
export interface ApiError {
  /** The envelope's status; `offline` and `timeout` without an answer, `unreadable` if the answer has no envelope. */
  status: number | 'offline' | 'timeout' | 'unreadable';
  /** The server's advice; empty if it gave none. */
  message: string;
  /** The offending field of a 400. */
  field?: string;
  /** Seconds after which the call may be repeated, by the Retry-After of a 429 or 503. */
  retryAfter?: number;
}

interface Envelope {
  status: number;
  field: unknown;
  message: unknown;
}

/**
 * The envelope of an answer: the main API has `status`, and the field in the body; the notification service has
 * `statuscode`, and the field beside it.
 */
function envelopeOf(data: unknown): Envelope | null {
  if (typeof data !== 'object' || data === null) return null;
  const { status, statuscode, body, field, message } = data as Record<string, unknown>;
  if (typeof status === 'number') {
    return { status, field: (body as { field?: unknown } | null | undefined)?.field, message };
  }
  return typeof statuscode === 'number' ? { status: statuscode, field, message } : null;
}

function fromEnvelope({ status, field, message }: Envelope): ApiError {
  const text = typeof message === 'string' ? message : '';
  return typeof field === 'string' ? { status, message: text, field } : { status, message: text };
}

/** The error in an answer, or null for a success. */
export function toApiError(result: {
  data?: unknown;
  error?: FetchBaseQueryError;
}): ApiError | null {
  const { error } = result;
  if (!error) {
    const envelope = envelopeOf(result.data);
    return envelope !== null && envelope.status >= 400 ? fromEnvelope(envelope) : null;
  }
  const envelope = envelopeOf(error.data);
  if (envelope !== null) return fromEnvelope(envelope);
  if (typeof error.status === 'number') return { status: error.status, message: '' };
  if (error.status === 'TIMEOUT_ERROR') return { status: 'timeout', message: '' };
  if (error.status === 'FETCH_ERROR') return { status: 'offline', message: '' };
  return { status: 'unreadable', message: '' };
}

/** Narrows the error of an RTK Query hook or of `unwrap()`. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error && 'message' in error;
}

const FORBIDDEN = 403;
const TOO_MANY = 429;

/** Whether a call was refused because there were too many: nothing is wrong with it, and it may be repeated. */
export function isTooFast(error: unknown): boolean {
  return isApiError(error) && error.status === TOO_MANY;
}

/** Whether a call was refused because of its location: it is a sample restaurant, or not the user's any more. */
function isRefusedThere(error: unknown): error is ApiError {
  return isApiError(error) && error.status === FORBIDDEN && error.field === 'posID';
}

/**
 * The text that a page, a form or a toast shows for a failed call: `usual`; or, if there were too many calls, that and
 * when to try again; or the server's own words, if the location is the reason. A text about one field of a form stands
 * at the field instead.
 */
export function failureText(error: unknown, usual: string): string {
  if (isRefusedThere(error)) return error.message || usual;
  return isApiError(error) && isTooFast(error) ? tooFastText(error.retryAfter) : usual;
}

/** Waits of fewer seconds are 'a moment'. */
const MOMENT_S = 5;

function tooFastText(seconds = 0): string {
  const words = messages.network;
  if (seconds < MOMENT_S) return words.tooManyRequests;
  if (seconds <= 90) return words.tooManyFor(words.seconds(seconds));
  const minutes = Math.ceil(seconds / 60);
  return words.tooManyFor(
    minutes <= 90 ? words.minutes(minutes) : words.hours(Math.ceil(minutes / 60)),
  );
}
