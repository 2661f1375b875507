import { api, type CustomersListRequest } from '@/api';
import { pagesOf } from '@/components/data-list';

/** The guests of a location, by search words and group, in an order. */
export const guestPages = pagesOf({
  call: api.endpoints.getCustomersList,
  args: (customersListRequest: CustomersListRequest) => ({ customersListRequest }),
  rows: ({ customerList }) => customerList,
  keyOf: ({ posID, posCustomerID }) => `${posID}/${posCustomerID}`,
});
