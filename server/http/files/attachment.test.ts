import { expect, test } from 'vitest'
import { buildContentDispositionHeader } from './attachment.ts'

test.each([
  ['jemputan (1).pdf', 'attachment; filename="jemputan (1).pdf"'],
  ['résumé.pdf', `attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`],
  ['50%.pdf', `attachment; filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
  ['a"; x=\r\n.pdf', `attachment; filename="a__ x___.pdf"; filename*=UTF-8''a%22%3B%20x%3D%0D%0A.pdf`],
])(
  'the Content-Disposition header of file name %j contains an ASCII form and the exact name',
  (name, header) => {
    expect(buildContentDispositionHeader(name)).toBe(header)
  },
)
