import { BarChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import EChartsReactCore from 'echarts-for-react/esm/core';
import type { ChartOption } from './options';

echarts.use([
  AriaComponent,
  BarChart,
  GridComponent,
  LabelLayout,
  LegendComponent,
  LineChart,
  PieChart,
  SVGRenderer,
  TooltipComponent,
]);

const renderer = { renderer: 'svg' } as const;

/** ECharts itself, with the modules in use. Loaded lazily: it is a chunk of its own. */
export default function ChartCanvas({ option, height }: { option: ChartOption; height: string }) {
  return (
    <EChartsReactCore
      echarts={echarts}
      opts={renderer}
      option={option}
      notMerge
      style={{ height, width: '100%' }}
    />
  );
}
