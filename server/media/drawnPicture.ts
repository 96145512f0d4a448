/**
 * Sent in place of a picture that is not available: the drawing `ridges` (`client/drawings`) of frames without a
 * picture, minus its trees. An `<img>` does not see the page's theme, so the drawing has the colors of the default
 * theme, as attributes, which no content policy forbids.
 */
export const drawnPicture = Buffer.from(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMax slice">',
    '<path fill="#e4e3d2" d="M0 0h400v300H0z"/>',
    '<circle fill="#f0c489" cx="262" cy="128" r="34"/>',
    '<path fill="#d3d3bc" d="M0 150l25-13 35-19 37 18 23 6 33-11 37-23 38 16 32 16 25-7 45-21 28 14 42 12V300H0z"/>',
    '<path fill="#b9c4b0" d="M0 186l30-10 40-26 32 22 28 10 26-9 44-27 37 11 43 27 22-4 38-20 39 11 21 5V300H0z"/>',
    '<path fill="#7d9882" d="M0 218l34-14 46-8 52 12 28 16 37-18 43-16 33 18 47 14 30-13 50-9V300H0z"/>',
    '<path fill="#2f5d48" d="M0 262l38-10 52-16 47 14 43 8 40-8 70-18 41 6 69 16V300H0z"/>',
    '</svg>\n',
  ].join(''),
);
