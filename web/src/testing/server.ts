import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { comparedRows, reportOfCall, reportTotals } from './data/reportTotals';

const config = http.get('*/config/v1/app', () =>
  HttpResponse.json({
    environment: 'production',
    version: '1.0.0',
    supportContact: { email: null, phone: null },
    features: {},
    vapidPublicKey: null,
  }),
);

/** The call for the unread counts. */
const unread = http.post('*/api-restaurant-pos/restaurantpro/get-communications', () => {
  const none = { notifications: 0, messages: 0 };
  const body = { communicationList: [], nextCursor: null, unread: none };
  return HttpResponse.json({ status: 200, body, message: '' });
});

/** The calls for payments that need review. */
const reviews = http.get('*/payments/v1/reviews', () =>
  HttpResponse.json({ data: [], nextCursor: null, open: { count: 0, sums: [] } }),
);

/** Strict: an unannounced call is an error. The calls of every page and of Home's links are answered here. */
export const server = setupServer(config, unread, reviews);

const base = '*/api-restaurant-pos/restaurantpro';

/**
 * Answers one call of the main API with an envelope; `body` may be computed from the request's JSON. Rows of a report
 * come with their totals.
 */
export function answer(
  call: string,
  body: object | null | ((request: Record<string, unknown>) => unknown),
  status = 200,
  message = '',
) {
  return http.post(`${base}/${call}`, async ({ request }) => {
    const sent = (await request.json()) as Record<string, unknown>;
    const made =
      typeof body === 'function' ? await (body as (r: typeof sent) => unknown)(sent) : body;
    const report = Array.isArray(made) ? reportOfCall(call) : undefined;
    if (report === undefined) return HttpResponse.json({ status, body: made, message }, { status });
    const rows = comparedRows(made as Parameters<typeof reportTotals>[1], sent);
    const totals = reportTotals(report, rows);
    return HttpResponse.json({ status, body: rows, ...totals, message }, { status });
  });
}
