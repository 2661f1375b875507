import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

/** Why a call failed, as far as a screen needs to know. */
export interface ApiError {
  /** The envelope's status; `offline` and `timeout` when no answer came, `unreadable` when it was none of ours. */
  status: number | 'offline' | 'timeout' | 'unreadable';
  /** What to do next, in the server's words; empty when it did not say. */
  message: string;
  /** The offending field of a 400. */
  field?: string;
}

interface Envelope {
  status: number;
  body?: unknown;
  message?: unknown;
}

function isEnvelope(data: unknown): data is Envelope {
  return (
    typeof data === 'object' &&
    data !== null &&
    typeof (data as { status?: unknown }).status === 'number'
  );
}

function fromEnvelope(envelope: Envelope): ApiError {
  const body = envelope.body as { field?: unknown } | null | undefined;
  const field = typeof body?.field === 'string' ? body.field : undefined;
  const message = typeof envelope.message === 'string' ? envelope.message : '';
  return field === undefined
    ? { status: envelope.status, message }
    : { status: envelope.status, message, field };
}

/** The error in an answer, or null when it is a success. */
export function toApiError(result: {
  data?: unknown;
  error?: FetchBaseQueryError;
}): ApiError | null {
  const { error } = result;
  if (!error) {
    return isEnvelope(result.data) && result.data.status >= 400 ? fromEnvelope(result.data) : null;
  }
  if (isEnvelope(error.data)) return fromEnvelope(error.data);
  if (typeof error.status === 'number') return { status: error.status, message: '' };
  if (error.status === 'TIMEOUT_ERROR') return { status: 'timeout', message: '' };
  if (error.status === 'FETCH_ERROR') return { status: 'offline', message: '' };
  return { status: 'unreadable', message: '' };
}

/** Narrows what an RTK Query hook or `unwrap()` gives as error. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error && 'message' in error;
}
