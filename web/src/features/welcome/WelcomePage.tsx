import '@mantine/carousel/styles.css';
import { Carousel } from '@mantine/carousel';
import { Button, Checkbox, Title } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { EmblaCarouselType } from 'embla-carousel';
import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router';
import { PageTitle } from '@/components/navigation/PageTitle';
import { messages } from '@/lib/messages';
import { write } from '@/lib/storage/storage';
import { ChecksPreview, CostPreview, DayPreview } from './previews';
import classes from './Welcome.module.css';

const { welcome } = messages;
const previews: readonly ComponentType[] = [DayPreview, CostPreview, ChecksPreview];

/** Three slides about the app; then the first location is linked. */
export function Component() {
  const navigate = useNavigate();
  const still = useReducedMotion();
  const [embla, setEmbla] = useState<EmblaCarouselType | null>(null);
  const [slide, setSlide] = useState(0);
  const [hide, setHide] = useState(false);
  const last = slide === welcome.slides.length - 1;

  const next = () => {
    if (!last) {
      embla?.scrollNext(still);
      return;
    }
    if (hide) write('hide_welcome', '1');
    void navigate('/link-restaurant');
  };

  return (
    <main className={classes.root}>
      <PageTitle title={welcome.title} />
      <Title order={1} className={classes.title}>
        {welcome.title}
      </Title>
      <Carousel
        className={classes.carousel}
        getEmblaApi={setEmbla}
        onSlideChange={setSlide}
        withIndicators
        withControls={false}
        emblaOptions={{ loop: false, duration: 20 }}
        classNames={{ indicators: classes.indicators, indicator: classes.indicator }}
        getIndicatorProps={(index) => ({
          'aria-label': welcome.slides[index]?.title,
          'aria-current': index === slide || undefined,
        })}
      >
        {welcome.slides.map(({ title, text }, index) => {
          const Preview = previews[index];
          return (
            <Carousel.Slide key={title} aria-hidden={index !== slide}>
              <div className={classes.slide}>
                <div className={classes.preview} aria-hidden>
                  {Preview && <Preview />}
                </div>
                <h2 className={classes.heading}>{title}</h2>
                <p className={classes.text}>{text}</p>
              </div>
            </Carousel.Slide>
          );
        })}
      </Carousel>
      <div className={classes.bar}>
        <Checkbox
          size="md"
          label={welcome.dontShowAgain}
          checked={hide}
          onChange={(event) => setHide(event.currentTarget.checked)}
        />
        <Button fullWidth onClick={next}>
          {last ? welcome.start : welcome.next}
        </Button>
      </div>
    </main>
  );
}
