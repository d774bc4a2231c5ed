//! A look at a setup text before and after the grammar: its tokens, how deep it
//! nests, and where its steps begin. It guards the recursive parser and helps to
//! explain what that parser refused; it decides nothing about what is valid.

use std::ops::Range;

use crate::error::SyntaxError;

/// How deep brackets may nest. The parser recurses once for each, on a stack that may be as small as a thread's.
const MAX_NESTING: usize = 64;

/// How tall the tree of one expression may be, so that code that walks or drops it may recurse.
const MAX_HEIGHT: usize = 256;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word,
    /// Begins with a digit; letters directly behind it belong to it.
    Number,
    /// With its quotes; the closing one may be missing.
    Text,
    Symbol,
}

#[derive(Debug, Clone)]
pub(crate) struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    pub span: Range<usize>,
    /// Whether nothing but white space stands before it on its line.
    pub first_on_line: bool,
}

/// The tokens of a text without white space and comments. Every text has some reading, a wrong one too.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut first_on_line = true;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if next == '\n' {
            first_on_line = true;
        }
        if is_space(next) {
            at += next.len_utf8();
            continue;
        }
        if next == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (kind, length) = if next.is_ascii_alphabetic() || next == '_' {
            (TokenKind::Word, word_length(rest))
        } else if next.is_ascii_digit() {
            (TokenKind::Number, word_length(rest))
        } else if next == '"' {
            (TokenKind::Text, text_length(rest))
        } else {
            (TokenKind::Symbol, symbol_length(rest, next))
        };
        tokens.push(Token {
            kind,
            text: &rest[..length],
            span: at..at + length,
            first_on_line,
        });
        first_on_line = false;
        at += length;
    }
    tokens
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}')
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A dash belongs to a word when a letter or digit follows it directly.
fn word_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut length = 0;
    while length < bytes.len() {
        let dash = bytes[length] == b'-' && bytes.get(length + 1).copied().is_some_and(is_name_byte);
        if !dash && !is_name_byte(bytes[length]) {
            break;
        }
        length += 1;
    }
    length
}

fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn symbol_length(rest: &str, first: char) -> usize {
    const LONG: [&str; 9] = ["==", "!=", "<=", ">=", "..", "&&", "||", "//", "--"];
    if LONG.iter().any(|symbol| rest.starts_with(symbol)) {
        2
    } else {
        first.len_utf8()
    }
}

/// One open bracket, or the text around all of them.
#[derive(Debug, Default)]
struct Frame {
    /// `by` and `where` of the expression being read: the parser recurses for them as for a bracket.
    prefixes: usize,
    /// Upper bound for the height of the tree of the expression being read.
    height: usize,
    /// The same for the expressions before it.
    tallest: usize,
}

impl Frame {
    /// An expression has ended, another may begin.
    fn end_expression(&mut self) {
        self.tallest = self.tallest.max(self.height);
        self.height = 0;
        self.prefixes = 0;
    }
}

/// Refuses what nests too deep for a recursive parser, or grows a tree too tall for recursive code after it.
pub(crate) fn check_nesting(tokens: &[Token<'_>]) -> Result<(), SyntaxError> {
    let mut around: Vec<Frame> = Vec::new();
    let mut frame = Frame::default();
    let mut nesting = 0;
    let mut after_dot = false;
    let mut after_operand = false;
    for token in tokens {
        let mut operand = false;
        match (token.kind, token.text) {
            (TokenKind::Symbol, "(" | "[" | "{") => {
                nesting += frame.prefixes + 1;
                around.push(std::mem::take(&mut frame));
            }
            (TokenKind::Symbol, ")" | "]" | "}") => {
                operand = true;
                if let Some(outer) = around.pop() {
                    let inner = std::mem::replace(&mut frame, outer);
                    nesting -= frame.prefixes + 1;
                    frame.height = frame.height.max(inner.height).max(inner.tallest) + 1;
                }
            }
            (TokenKind::Symbol, "," | ":" | ";" | "=") => frame.end_expression(),
            (TokenKind::Symbol, ".") => {}
            (TokenKind::Symbol, _) => frame.height += 1,
            (TokenKind::Word, "by" | "where") if !after_dot => {
                frame.height += 1;
                frame.prefixes += 1;
            }
            (TokenKind::Word, "and" | "or" | "not" | "in" | "as" | "random" | "else") if !after_dot => {
                frame.height += 1;
            }
            // No expression has two operands side by side: here one has ended.
            _ => {
                operand = true;
                if after_operand {
                    frame.end_expression();
                }
            }
        }
        if nesting + frame.prefixes > MAX_NESTING {
            return Err(SyntaxError::new(
                format!("this nests more than {MAX_NESTING} levels deep"),
                token.span.clone(),
            )
            .help("take inner parts out: into a `let`, or into a step of their own"));
        }
        if frame.height > MAX_HEIGHT {
            return Err(SyntaxError::new(
                format!("this is too long for one expression: more than {MAX_HEIGHT} operators"),
                token.span.clone(),
            )
            .help("divide it into several, with `let`"));
        }
        after_dot = token.text == "." && token.kind == TokenKind::Symbol;
        after_operand = operand;
    }
    Ok(())
}

/// The innermost bracket that is never closed.
pub(crate) fn unclosed<'a, 't>(tokens: &'a [Token<'t>]) -> Option<&'a Token<'t>> {
    let mut open = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Symbol) {
        match token.text {
            "(" | "[" | "{" => open.push(token),
            ")" | "]" | "}" => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// Where the lines begin that start a step: there the parser finds its feet again after a mistake.
pub(crate) fn step_starts(tokens: &[Token<'_>]) -> Vec<usize> {
    let begins_step = |index: usize| {
        let word = |index: usize| tokens.get(index).map(|token| token.text);
        match word(index) {
            Some("step") => true,
            Some("replace" | "remove") => word(index + 1) == Some("step"),
            _ => false,
        }
    };
    tokens
        .iter()
        .enumerate()
        .filter(|(index, token)| token.first_on_line && begins_step(*index))
        .map(|(_, token)| token.span.start)
        .collect()
}
