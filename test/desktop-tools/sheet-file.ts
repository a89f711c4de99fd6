/** A spreadsheet as one readable file (flat OpenDocument): made by hand, and read again without any code of ours or the app's. */
const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
  'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'

export function sheetFile(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const row = (cells: readonly string[]) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" ` +
    'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>' +
    `<table:table table:name="Sheet">${rows.map(row).join('')}</table:table>` +
    '</office:spreadsheet></office:body></office:document>'
  )
}

const ROW = /<table:table-row([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs
const CELL = /<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>(.*?)<\/table:(?:covered-)?table-cell>)/gs
const repeated = (attributes: string, of: string): number =>
  Number(new RegExp(`number-${of}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1)

/** Texts by the name of the cell, `B7`, of the first sheet; cells that hold none are left out. Columns A to Z. */
export function cellsOf(file: string): Readonly<Record<string, string>> {
  const sheet = /<table:table [^>]*>(.*?)<\/table:table>/s.exec(file)?.[1] ?? ''
  const cells: Record<string, string> = {}
  let row = 1
  for (const [, rowAttributes = '', content = ''] of sheet.matchAll(ROW)) {
    let column = 0
    for (const [, attributes = '', inside = ''] of content.matchAll(CELL)) {
      const text = /<text:p[^>]*>(.*?)<\/text:p>/s.exec(inside)?.[1]
      if (text !== undefined && text !== '') cells[`${String.fromCharCode(65 + column)}${row}`] = text
      column += repeated(attributes, 'columns')
    }
    row += repeated(rowAttributes, 'rows')
  }
  return cells
}
