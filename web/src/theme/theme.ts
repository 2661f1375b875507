import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { brandFill, cssVariables, dark, light, onBrand } from './tokens';
import { touchTarget } from './touchTarget';

const brand: MantineColorsTuple = [
  '#FFF7ED',
  '#FFEDD5',
  '#FED7AA',
  '#FDBA74',
  '#FB923C',
  brandFill,
  '#EA580C',
  '#C2410C',
  '#9A3412',
  '#7C2D12',
];

const stone: MantineColorsTuple = [
  '#FAFAF9',
  '#F5F5F4',
  '#E7E5E4',
  '#D6D3D1',
  '#A8A29E',
  '#78716C',
  '#57534E',
  '#44403C',
  '#292524',
  '#1C1917',
];

const stoneDark: MantineColorsTuple = [
  '#FAFAF9',
  '#D6D3D1',
  '#B5AFAA',
  '#8A837D',
  '#44403C',
  '#35302D',
  '#292524',
  '#1C1917',
  '#151211',
  '#0C0A09',
];

export const theme = createTheme({
  colors: { brand, gray: stone, dark: stoneDark },
  primaryColor: 'brand',
  primaryShade: 5,
  autoContrast: true,
  black: onBrand,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { sm: '0.5rem', md: '0.75rem', lg: '1rem' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // 44 px for thumbs.
    Button: { defaultProps: { size: 'md' }, styles: { root: { minHeight: '2.75rem' } } },
    TextInput: { defaultProps: { size: 'md' }, styles: { input: { minHeight: '2.75rem' } } },
    NativeSelect: { defaultProps: { size: 'md' }, styles: { input: { minHeight: '2.75rem' } } },
    Select: {
      defaultProps: { size: 'md' },
      styles: { input: { minHeight: '2.75rem' }, option: { minHeight: '2.75rem' } },
    },
    PasswordInput: {
      defaultProps: { size: 'md', rightSectionWidth: '2.75rem' },
      styles: {
        input: { minHeight: '2.75rem' },
        innerInput: { minHeight: '2.625rem' },
        visibilityToggle: { width: '2.75rem', height: '2.75rem' },
      },
    },
    // Below a hint it is a line of its own.
    InputWrapper: { styles: { error: { marginTop: '0.25rem' } } },
    CloseButton: { defaultProps: { size: touchTarget, iconSize: 20 } },
    Loader: { defaultProps: { color: 'var(--sf-brand-text)' } },
  },
});

const shared = {
  '--sf-brand-fill': brandFill,
  '--sf-on-brand': onBrand,
};

function scheme(palette: typeof light): Record<string, string> {
  return {
    ...cssVariables(palette),
    '--mantine-color-body': palette.background,
    '--mantine-color-text': palette.text,
    '--mantine-color-dimmed': palette.muted,
    '--mantine-color-placeholder': palette.muted,
    '--mantine-color-anchor': palette.brandText,
    '--mantine-color-error': palette.bad,
    '--mantine-color-default-border': palette.border,
    '--mantine-color-brand-text': palette.brandText,
    '--mantine-color-brand-light-color': palette.brandText,
    '--mantine-color-brand-light-hover': palette.brandSoft,
    '--mantine-color-brand-outline': palette.brandText,
  };
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: shared,
  light: scheme(light),
  dark: scheme(dark),
});
