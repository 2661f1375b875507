import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePrinting } from '@/components/print/usePrinting';
import { dark, light } from '@/theme/tokens';
import type { ChartStyle } from './options';

/** Axis text in px at the usual text size. */
const AXIS_TEXT = 12;
const USUAL_ROOT_TEXT = 16;

function textScale(): number {
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(root) ? root / USUAL_ROOT_TEXT : 1;
}

/** Colours, type and motion of charts: the page's scheme, the device's text size and settings; paper is light. */
export function useChartStyle(): ChartStyle {
  const scheme = useComputedColorScheme('light');
  const reducedMotion = useReducedMotion();
  const printing = usePrinting();
  return useMemo(() => {
    const palette = scheme === 'dark' && !printing ? dark : light;
    return {
      palette: palette.series,
      comparison: palette.comparison,
      text: palette.muted,
      grid: palette.gridline,
      surface: palette.surface,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: AXIS_TEXT * textScale(),
      reducedMotion: reducedMotion || printing,
    };
  }, [scheme, reducedMotion, printing]);
}
