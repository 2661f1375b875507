import { Button, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type CampaignPreview, failureText, type MessageChannel } from '@/api';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { Spinner } from '@/components/skeleton/Spinner';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { useOnline } from '@/state/network/useOnline';
import classes from './Preview.module.css';
import type { LivePreview } from './useLivePreview';

const words = messages.campaignForm;

interface PreviewProps {
  channel: MessageChannel;
  /** The sender. */
  from: string;
  /** The typed subject of an email, until it is made. */
  subject: string;
  live: LivePreview;
}

/** The message as a guest sees it: an email in a phone's frame, a text as a bubble; as high before it is made. */
export function Preview({ channel, from, subject, live }: PreviewProps) {
  const { preview, failed, error } = live;
  const online = useOnline();
  const waiting = failed ? null : <Spinner size="sm" />;
  return (
    <section className={classes.root}>
      <Title order={2} className={classes.heading}>
        {words.preview}
      </Title>
      {channel === 'email' ? (
        <Email from={from} subject={subject} preview={preview} waiting={waiting} />
      ) : (
        <Text from={from} preview={preview} waiting={waiting} />
      )}
      <p className={classes.failed} role="status">
        {failed && online && failureText(error, words.previewFailed)}
      </p>
    </section>
  );
}

interface ShownProps {
  from: string;
  preview: CampaignPreview | null;
  /** Stands where the preview will be. */
  waiting: ReactNode;
}

function Email({ from, subject, preview, waiting }: ShownProps & { subject: string }) {
  const [whole, setWhole] = useState(false);
  const head = (
    <div className={classes.inbox}>
      <span className={classes.from}>{from}</span>
      <span className={classes.subject}>{preview?.subject ?? subject}</span>
    </div>
  );
  return (
    <>
      <div className={classes.phone}>
        {head}
        {/* It takes no touches: a thumb that scrolls the page does not scroll the frame. */}
        {preview ? (
          <Frame html={preview.html} className={classes.glance} tabIndex={-1} />
        ) : (
          <div className={`${classes.glance} ${classes.nothing}`}>{waiting}</div>
        )}
      </div>
      <Button
        variant="default"
        aria-haspopup="dialog"
        disabled={preview === null}
        onClick={() => setWhole(true)}
      >
        {words.previewAll}
      </Button>
      <BottomSheet opened={whole} onClose={() => setWhole(false)} title={words.preview}>
        {head}
        {whole && preview && <Frame html={preview.html} className={classes.whole} tabIndex={0} />}
      </BottomSheet>
    </>
  );
}

interface FrameProps {
  html: string;
  className: string | undefined;
  tabIndex: number;
}

/**
 * An email is a foreign page: no scripts, forms, cookies or links out. Another email gets a new frame, which replaces
 * the last one when it is loaded: reloading a frame adds a step to the browser's history, and going back would lead
 * through all of them.
 */
function Frame({ html, className, tabIndex }: FrameProps) {
  const [shown, setShown] = useState(html);
  const frames = shown === html ? [html] : [shown, html];
  return (
    <div className={classes.frames}>
      {frames.map((one) => (
        <iframe
          key={one}
          title={words.previewEmail}
          sandbox=""
          srcDoc={one}
          onLoad={() => setShown(one)}
          aria-hidden={one !== shown || undefined}
          className={className}
          tabIndex={one === shown ? tabIndex : -1}
          referrerPolicy="no-referrer"
        />
      ))}
    </div>
  );
}

function Text({ from, preview, waiting }: ShownProps) {
  return (
    <>
      <div className={classes.phone} data-text>
        <div className={classes.inbox}>
          <span className={classes.from}>{from}</span>
        </div>
        {preview ? (
          <figure className={classes.talk} aria-label={words.previewText}>
            <p className={classes.bubble}>{preview.text}</p>
          </figure>
        ) : (
          <div className={`${classes.talk} ${classes.nothing}`}>{waiting}</div>
        )}
      </div>
      {preview ? (
        <p className={classes.segments} role="status">
          {preview.segments <= 1 ? words.oneSegment : words.segments(formatCount(preview.segments))}
          {preview.encoding === 'UCS-2' && <span className={classes.hint}>{words.unicode}</span>}
        </p>
      ) : (
        <TextSkeleton>
          <p className={classes.segments}>{words.oneSegment}</p>
        </TextSkeleton>
      )}
    </>
  );
}
