import * as account from './account';
import * as auth from './auth';
import * as campaigns from './campaigns';
import * as common from './common';
import * as customers from './customers';
import * as figures from './figures';
import * as glance from './glance';
import * as inventory from './inventory';
import * as itemPicker from './itemPicker';
import * as locations from './locations';
import * as marketing from './marketing';
import * as menu from './menu';
import * as money from './money';
import * as navigation from './navigation';
import * as notifications from './notifications';
import * as payments from './payments';
import * as sales from './sales';

/**
 * Every wording of the app, grouped by area. Those of the specification stand to the letter,
 * their spelling included; the others are marked with `ours`.
 */
export const messages = {
  ...common,
  ...auth,
  ...account,
  ...locations,
  ...sales,
  ...figures,
  ...glance,
  ...navigation,
  ...notifications,
  ...inventory,
  ...customers,
  ...itemPicker,
  ...marketing,
  ...campaigns,
  ...menu,
  ...payments,
  ...money,
};
