/** What stands where a picture is missing: a ridge below a low sun, in the colors of the theme. */
export function PicturePlaceholder() {
  return (
    <svg
      className="placeholder"
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <circle className="sun" cx="276" cy="118" r="30" />
      <path className="far" d="M0 190l74-44 52 30 86-76 74 70 48-26 66 40v116H0z" />
      <path className="mid" d="M0 226l120-30 110 26 98-22 72 20v80H0z" />
      <path
        className="near"
        d="M0 268l150-14 250 8v38H0zM52 262l14-52 14 52zM84 262l10-36 10 36zM330 264l12-44 12 44z"
      />
    </svg>
  );
}
