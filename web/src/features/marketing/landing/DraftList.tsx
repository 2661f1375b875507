import { Title } from '@mantine/core';
import { Link } from 'react-router';
import type { MessageChannel } from '@/api';
import { deviceBusinessDate, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { keptDraft, useKeptDrafts } from '../form/kept/keptDrafts';
import { campaignForms } from '../kinds';
import classes from './Landing.module.css';

const words = messages.campaignDrafts;

/** Campaigns of a channel that were begun on this device and not sent. */
export function DraftList({ posID, channel }: { posID: string; channel: MessageChannel }) {
  useKeptDrafts();
  const drafts = campaignForms.flatMap((form) => {
    const draft = form.channel === channel ? keptDraft(posID, form.path) : null;
    return draft === null ? [] : [{ form, draft }];
  });
  if (drafts.length === 0) return null;
  return (
    <section aria-label={words.label}>
      <Title order={2} className={classes.heading}>
        {words.label}
      </Title>
      <ul className={classes.drafts}>
        {drafts.map(({ form: { path, name }, draft: { values, changedAt } }) => (
          <li key={path}>
            <Link to={path} className={classes.draft}>
              <span className={`prose ${classes.kindName}`}>
                {values.subject || values.body || values.code || words.untitled}
              </span>
              <span className={classes.what}>
                {words.detail(name, formatDay(deviceBusinessDate(new Date(changedAt))))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
