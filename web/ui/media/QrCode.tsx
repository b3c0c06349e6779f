import encodeQR from 'qr'
import styles from './Qr.module.css'

/** QR code, dark on light in both colour schemes, with the quiet zone that scanners need. */
export function QrCode({
  text,
  label,
  fillsFrame = false,
}: {
  text: string
  label: string
  /** Whether the code is as large as the element around it. */
  fillsFrame?: boolean
}) {
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
