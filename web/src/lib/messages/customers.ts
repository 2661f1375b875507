export const customers = {
  failed: 'We could not find any customers now. Please try again!',
  none: 'Currently, You do not have any customers.',
  selectLocation: 'Please select location to view your customers.',
  itemSent: 'Reward Item sent successfully.',
  itemFailed: 'We are unable to send reward item.',
  pointSent: 'Reward Point sent successfully.',
  pointFailed: 'We are unable to send reward point.',
} as const;

export const royalty = {
  updated: 'Reward Percent Updated Successfully.',
  updateFailed: 'We are unable to update the reward percent. Please try again!',
  info: 'User will receive mentioned reward points per $1.00 amount spent. 100 reward point is equivalent to $1.00',
} as const;
