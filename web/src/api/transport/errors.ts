import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

/** Why a call failed, as far as a screen shows it. */
export interface ApiError {
  /** The envelope's status; `offline` and `timeout` without an answer, `unreadable` if the answer has no envelope. */
  status: number | 'offline' | 'timeout' | 'unreadable';
  /** The server's advice; empty if it gave none. */
  message: string;
  /** The offending field of a 400. */
  field?: string;
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
