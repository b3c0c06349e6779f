// Renders the membership card as a PNG on a canvas, so that no personal data leaves the device.

import encodeQR from 'qr'
import type { MembershipCardData } from '#shared/contracts/cards/cards.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { cardText as text } from '#texts/cards.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatDate, formatMonthAndYear } from '#web/lib/format/format.ts'
import { getInitials } from '#web/lib/format/initials.ts'
import {
  buildCanvasFont,
  type CanvasContext,
  convertCanvasToBlob,
  createCanvas,
  drawQrCells,
} from '#web/lib/image/canvas.ts'
import { laut, paper } from '#web/ui/colours.ts'

const width = 1080
const height = 1640
const edge = 80

function fillRoundedRectangle(
  pen: CanvasContext,
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number,
): void {
  pen.beginPath()
  pen.roundRect(x, y, w, h, radius)
  pen.fill()
}

/** Wraps a text on the membership card to at most three lines; a longer text ends with an ellipsis. */
function wrapText(pen: CanvasContext, content: string, maxWidth: number): string[] {
  const lines: string[] = []
  for (const word of content.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && pen.measureText(longer).width <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), `${lines[2]}…`]
}

async function drawProfileImage(
  pen: CanvasContext,
  card: MembershipCardData,
  x: number,
  y: number,
  size: number,
): Promise<void> {
  pen.save()
  pen.fillStyle = paper.white
  fillRoundedRectangle(pen, x - 6, y - 6, size + 12, size + 12, 34)
  pen.beginPath()
  pen.roundRect(x, y, size, size, 28)
  pen.clip()
  const picture = new Image()
  if (card.profileImageUrl) picture.src = `${card.profileImageUrl}?size=thumbnail`
  const isLoaded = await picture.decode().then(
    () => picture.naturalWidth > 0,
    () => false,
  )
  if (isLoaded) {
    const side = Math.min(picture.naturalWidth, picture.naturalHeight)
    const [left, top] = [(picture.naturalWidth - side) / 2, (picture.naturalHeight - side) / 2]
    pen.drawImage(picture, left, top, side, side, x, y, size, size)
  } else {
    pen.fillStyle = laut[1]
    pen.fillRect(x, y, size, size)
    pen.fillStyle = laut[9]
    pen.font = buildCanvasFont(size * 0.4, 700)
    pen.textAlign = 'center'
    pen.fillText(getInitials(card.fullName), x + size / 2, y + size * 0.64)
  }
  pen.restore()
}

function drawMembershipCardQrCode(pen: CanvasContext, address: string, y: number): void {
  const side = width - 2 * edge - 80
  const x = (width - side) / 2
  pen.fillStyle = paper.white
  fillRoundedRectangle(pen, x, y, side, side, 40)
  const rows = encodeQR(address, 'raw', { border: 3 })
  const point = Math.floor(side / rows.length)
  const margin = Math.floor((side - point * rows.length) / 2)
  drawQrCells(pen, rows, x + margin, y + margin, point)
}

export async function drawMembershipCard(card: MembershipCardData): Promise<Blob> {
  await document.fonts.ready
  const { canvas, pen } = createCanvas(width, height)
  const background = pen.createLinearGradient(0, 0, width, height)
  background.addColorStop(0, laut[9])
  background.addColorStop(1, laut[7])
  pen.fillStyle = background
  fillRoundedRectangle(pen, 30, 30, width - 60, height - 60, 56)

  pen.fillStyle = paper.white
  pen.font = buildCanvasFont(40, 700)
  pen.fillText(orgName, edge + 10, 130)
  await drawProfileImage(pen, card, edge + 10, 180, 200)
  const left = edge + 246
  pen.font = buildCanvasFont(50, 700)
  const name = wrapText(pen, card.fullName, width - left - edge)
  for (const [index, line] of name.entries()) pen.fillText(line, left, 232 + index * 58)
  pen.font = buildCanvasFont(34)
  const place = [card.clubName, getCountryName(card.currentCountry)].filter(Boolean).join(' · ')
  pen.fillText(place, left, 232 + name.length * 58, width - left - edge)
  drawMembershipCardQrCode(pen, card.address, 440)

  const foot = height - 180
  pen.font = buildCanvasFont(30)
  pen.fillStyle = laut[1]
  pen.fillText(text.number, edge + 10, foot)
  pen.textAlign = 'right'
  pen.fillText(
    card.approvedAt ? text.since({ month: formatMonthAndYear(card.approvedAt) }) : '',
    width - edge - 10,
    foot,
  )
  pen.fillText(text.until({ day: formatDate(card.expiresAt) }), width - edge - 10, foot + 60)
  pen.textAlign = 'left'
  pen.fillStyle = paper.white
  pen.font = buildCanvasFont(56, 700)
  pen.fillText(card.membershipNumber, edge + 10, foot + 64)
  return convertCanvasToBlob(canvas, 'image/png')
}
