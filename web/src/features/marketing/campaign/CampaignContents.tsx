import { Title } from '@mantine/core';
import { useId } from 'react';
import type { Campaign } from '@/api';
import { CopyValue } from '@/components/buttons/CopyValue';
import { Card } from '@/components/data-list';
import { type Attribute, AttributeList } from '@/components/list/AttributeList';
import { formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import classes from './Campaign.module.css';
import { CodeDelivery } from './CodeDelivery';

const words = messages.campaignPage;

/** The contents of a campaign. */
export function CampaignContents({ campaign }: { campaign: Campaign }) {
  const titleId = useId();
  return (
    <Card labelledBy={titleId}>
      <Title order={2} id={titleId} className={classes.heading}>
        {words.sentMessage}
      </Title>
      <AttributeList attributes={attributesOf(campaign)} plain />
      {campaign.promoCode && <CodeDelivery posID={campaign.posID} code={campaign.promoCode} />}
    </Card>
  );
}

function attributesOf(campaign: Campaign) {
  const { subject, body, promoCode, discountPercentage, items, validUntil } = campaign;
  const attributes: Attribute[] = [];
  if (subject) {
    attributes.push({ label: words.subject, value: subject });
  }
  attributes.push({ label: words.body, value: <span className={classes.said}>{body}</span> });
  if (promoCode) {
    attributes.push({
      label: words.code,
      value: <CopyValue value={promoCode} />,
      ...(discountPercentage > 0 && { hint: messages.menu.off(String(discountPercentage)) }),
    });
  }
  if (validUntil) {
    attributes.push({ label: words.validUntil, value: formatDay(validUntil) });
  }
  if (items.length > 0) {
    attributes.push({
      label: words.items,
      value: items.map(({ name, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id.
        <span key={index} className={classes.item}>
          <span>{name}</span>
          <span>{formatMoney(price)}</span>
        </span>
      )),
    });
  }
  return attributes;
}
