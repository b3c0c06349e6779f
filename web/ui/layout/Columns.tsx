import { Box, type BoxProps, createPolymorphicComponent } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import styles from './Columns.module.css'

interface ColumnsProps extends BoxProps {
  /** Value of the CSS property grid-template-columns, for all widths or by Mantine breakpoint. Default: one column. */
  template?: string | Partial<Record<'base' | 'xs' | 'sm' | 'md' | 'lg', string>>
  gap?: CSSProperties['gap']
  align?: CSSProperties['alignItems']
  children?: ReactNode
}

/** Grid that can have different columns on phones, tablets and desktops. */
export const Columns = createPolymorphicComponent<'div', ColumnsProps>(
  ({ template, gap, align, className, ...others }: ColumnsProps) => {
    const {
      base = 'minmax(0, 1fr)',
      xs = base,
      sm = xs,
      md = sm,
      lg = md,
    } = typeof template === 'object' ? template : { base: template }
    return (
      <Box
        className={className ? `${styles.columns} ${className}` : styles.columns}
        __vars={{
          '--columns-base': base,
          '--columns-xs': xs,
          '--columns-sm': sm,
          '--columns-md': md,
          '--columns-lg': lg,
        }}
        {...others}
        style={[{ gap, alignItems: align }, others.style]}
      />
    )
  },
)
