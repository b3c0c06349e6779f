import '@mantine/core/styles/Skeleton.css'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import styles from './Qr.module.css'

export interface QrCodeProps {
  text: string
  label: string
  /** Whether the QR code fills the element that contains it. */
  fillsFrame?: boolean
}

const QrCodeSvg = lazy(async () => ({ default: (await import('./QrCodeSvg.tsx')).QrCodeSvg }))

/** QR code that is dark on light in both colour schemes, with the margin that scanners need. */
export function QrCode(props: QrCodeProps) {
  return (
    <Suspense fallback={<Skeleton className={styles.qr} data-fills={props.fillsFrame || undefined} />}>
      <QrCodeSvg {...props} />
    </Suspense>
  )
}
