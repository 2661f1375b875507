import { render } from '@testing-library/react';
import { getInstanceByDom } from 'echarts/core';
import { expect, it } from 'vitest';
import ChartCanvas from './ChartCanvas';

// A rejection that nothing handles fails the run.
it('a chart may leave during its first frame', async () => {
  const { container, unmount } = render(<ChartCanvas option={{ series: [] }} height="1rem" />);
  const element = container.querySelector<HTMLElement>('[_echarts_instance_]');
  const chart = element && getInstanceByDom(element);
  await new Promise<void>((resolve) =>
    chart?.on('finished', () => {
      unmount();
      resolve();
    }),
  );
  await new Promise((resolve) => setTimeout(resolve));
  expect(container).toBeEmptyDOMElement();
});
