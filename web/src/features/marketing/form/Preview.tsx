import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { type CampaignPreview, failureText, type MessageChannel } from '@/api';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { Spinner } from '@/components/skeleton/Spinner';
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
  live: LivePreview;
}

/** The message as a guest sees it: an email in a phone's frame, a text as a bubble. */
export function Preview({ channel, from, live: { preview, failed, error } }: PreviewProps) {
  const online = useOnline();
  return (
    <section className={classes.root}>
      <Title order={2} className={classes.heading}>
        {words.preview}
      </Title>
      {preview === null ? (
        <div className={classes.phone}>
          <div className={classes.nothing} data-channel={channel}>
            {failed ? null : <Spinner size="sm" />}
          </div>
        </div>
      ) : channel === 'email' ? (
        <Email from={from} preview={preview} />
      ) : (
        <Text from={from} preview={preview} />
      )}
      <p className={classes.failed} role="status">
        {failed && online && failureText(error, words.previewFailed)}
      </p>
    </section>
  );
}

interface ShownProps {
  from: string;
  preview: CampaignPreview;
}

function Email({ from, preview }: ShownProps) {
  const [whole, setWhole] = useState(false);
  const head = (
    <div className={classes.inbox}>
      <span className={classes.from}>{from}</span>
      <span className={classes.subject}>{preview.subject}</span>
    </div>
  );
  return (
    <>
      <div className={classes.phone}>
        {head}
        {/* It takes no touches: a thumb that scrolls the page does not scroll the frame. */}
        <Frame html={preview.html} className={classes.glance} tabIndex={-1} />
      </div>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setWhole(true)}>
        {words.previewAll}
      </Button>
      <BottomSheet opened={whole} onClose={() => setWhole(false)} title={words.preview}>
        {head}
        {whole && <Frame html={preview.html} className={classes.whole} tabIndex={0} />}
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

function Text({ from, preview: { text, segments, encoding } }: ShownProps) {
  return (
    <>
      <div className={classes.phone} data-text>
        <div className={classes.inbox}>
          <span className={classes.from}>{from}</span>
        </div>
        <figure className={classes.talk} aria-label={words.previewText}>
          <p className={classes.bubble}>{text}</p>
        </figure>
      </div>
      <p className={classes.segments} role="status">
        {segments <= 1 ? words.oneSegment : words.segments(formatCount(segments))}
        {encoding === 'UCS-2' && <span className={classes.hint}>{words.unicode}</span>}
      </p>
    </>
  );
}
