// What everything that is drawn to be kept or sent needs.
export type Pen = CanvasRenderingContext2D

export function openCanvas(width: number, height: number): { canvas: HTMLCanvasElement; pen: Pen } {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  // What is transparent would turn black in a photograph.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  return { canvas, pen }
}

export async function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, type, quality))
  if (!blob) throw new Error('no picture')
  return blob
}

/** The letters of the screens. */
export const font = (size: number, weight = 500) =>
  `${weight} ${size}px "Plus Jakarta Sans Variable", "Jakarta Fallback", "Jakarta Fallback Wide", system-ui, sans-serif`

/** A code to scan, each of its cells so many whole points wide: no edge is blurred. */
export function drawCells(pen: Pen, cells: boolean[][], left: number, top: number, width: number): void {
  pen.fillStyle = '#000'
  for (const [y, row] of cells.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(left + x * width, top + y * width, width, width)
}
