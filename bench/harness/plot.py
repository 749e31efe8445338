"""One SVG per benchmark: a bar per goal, scaled so that all bounds lie on one line."""
from xml.sax.saxutils import escape

WIDTH, BOUND_X, LEFT, ROW, TOP = 760, 480, 20, 58, 50
COLORS = {"ok": "#3a7d44", "within noise": "#c58b00", "BROKEN": "#b3261e"}


def text(x, y, content, extra=""):
    return f'<text x="{x:g}" y="{y:g}" {extra}>{escape(content)}</text>'


def row(result, y):
    goal = result.goal
    lines = [text(LEFT, y, f"{goal['x']} / {goal['y']}  ({goal['how']})")]
    if result.ratio is None:
        return lines + [text(LEFT, y + 22, "not measured: " + result.problem[:90], 'fill="#777"')]
    # Where nothing is allowed, whatever there is goes beyond the line.
    scale = (BOUND_X - LEFT) / goal["bound"] if goal["bound"] else float(WIDTH) * 1e6
    length = min(result.ratio * scale, WIDTH - LEFT - 20)
    noise = min(length * result.spread, WIDTH - LEFT - length)
    color = COLORS[result.verdict]
    lines.append(f'<rect x="{LEFT}" y="{y + 8}" width="{length:.1f}" height="18" fill="{color}"/>')
    lines.append(f'<line x1="{LEFT + length:.1f}" x2="{LEFT + length + noise:.1f}" y1="{y + 17}" '
                 f'y2="{y + 17}" stroke="#000" stroke-width="2"/>')
    label = f"{result.ratio:.3g} of at most {goal['bound']:g}"
    inside = length > 160
    x = LEFT + 6 if inside else LEFT + length + noise + 8
    return lines + [text(x, y + 22, label, f'fill="{"#fff" if inside else "#000"}"')]


def svg(title, results):
    height = TOP + ROW * len(results) + 30
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
             f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
             f"<title>{escape(title)}</title>",
             f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
             text(LEFT, 24, title, 'font-size="16" font-weight="bold"')]
    for index, result in enumerate(results):
        lines += row(result, TOP + ROW * index + 4)
    bottom = TOP + ROW * len(results)
    lines.append(f'<line x1="{BOUND_X}" x2="{BOUND_X}" y1="{TOP - 14}" y2="{bottom}" '
                 'stroke="#b3261e" stroke-dasharray="5 4"/>')
    lines.append(text(BOUND_X, bottom + 16, "bound", 'fill="#b3261e" text-anchor="middle"'))
    lines.append(text(LEFT, bottom + 16, "shorter is better; the black line is the A/A spread",
                      'fill="#777"'))
    return "\n".join(lines + ["</svg>", ""])
