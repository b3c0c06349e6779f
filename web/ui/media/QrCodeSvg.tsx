import encodeQR from 'qr'
import styles from './Qr.module.css'
import type { QrCodeProps } from './QrCode.tsx'

/** Draws a QR code. `QrCode` loads this component and its encoder when a code is first shown. */
export function QrCodeSvg({ text, label, fillsFrame = false }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: 3 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      data-fills={fillsFrame || undefined}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="var(--mantine-color-black)" />
    </svg>
  )
}
