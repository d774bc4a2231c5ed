//! Writes syntax trees as short lines, so that a table of cases can hold them.

use houserule_grammar::tree::{
    Block, Edit, Expr, ExprKind, Face, Operator, Pattern, Set, Statement, StatementKind, Step, Things,
};

pub fn step(step: &Step) -> String {
    let name = &step.name.text;
    let head = match &step.edit {
        Edit::Add => format!("step {name}"),
        Edit::After(other) => format!("step {name} after {}", other.text),
        Edit::Before(other) => format!("step {name} before {}", other.text),
        Edit::Replace => format!("replace {name}"),
        Edit::Remove => format!("remove {name}"),
    };
    format!("{head} {}", block(&step.body))
}

pub fn block(statements: &Block) -> String {
    let statements: Vec<_> = statements.iter().map(statement).collect();
    format!("{{{}}}", statements.join("; "))
}

pub fn statement(statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Put { things: what, to, face } => {
            format!("put {} -> {}{}", things(what), expr(to), face_of(*face))
        }
        StatementKind::Take { things: what, from } => {
            format!("take {} <- {}", things(what), expr(from))
        }
        StatementKind::Move { things: what, from, to } => {
            format!("move {} <- {} -> {}", things(what), expr(from), expr(to))
        }
        StatementKind::Shuffle { place } => format!("shuffle {}", expr(place)),
        StatementKind::Deal { amount, from, to } => {
            format!("deal {} <- {} -> {}", expr(amount), expr(from), expr(to))
        }
        StatementKind::Lay { zone, from, runs } => {
            let runs: Vec<_> = runs
                .iter()
                .map(|run| match &run.height {
                    Some(height) => format!("{}x{}", expr(&run.spaces), expr(height)),
                    None => format!("{}gap", expr(&run.spaces)),
                })
                .collect();
            format!("lay {} <- {}: {}", expr(zone), expr(from), runs.join(" "))
        }
        StatementKind::Flip { what, face } => format!("flip {}{}", expr(what), face_of(*face)),
        StatementKind::Set { target, value } => format!("set {} = {}", expr(target), expr(value)),
        StatementKind::Let { name, value } => format!("let {} = {}", name.text, expr(value)),
        StatementKind::Choose { amount, set: of, body } => {
            let amount = amount.as_ref().map_or_else(|| "-".to_owned(), expr);
            format!("choose {amount} {} {}", set(of), block(body))
        }
        StatementKind::ForEach { set: of, body } => format!("for {} {}", set(of), block(body)),
        StatementKind::When {
            condition,
            then,
            otherwise,
        } => {
            format!("when {} {} {}", expr(condition), block(then), block(otherwise))
        }
    }
}

fn face_of(face: Option<Face>) -> &'static str {
    match face {
        Some(Face::Up) => " up",
        Some(Face::Down) => " down",
        None => "",
    }
}

fn things(things: &Things) -> String {
    match things {
        Things::Each(of) => format!("each{}", set(of)),
        Things::Some { amount, what } => format!("some({}, {})", expr(amount), expr(what)),
        Things::All(None) => "all".to_owned(),
        Things::All(Some(what)) => format!("all({})", expr(what)),
        Things::One(what) => format!("one({})", expr(what)),
    }
}

fn set(set: &Set) -> String {
    let mut text = format!("<{}", set.word.text);
    if let Some(within) = &set.within {
        text += &format!(" in {}", expr(within));
    }
    if let Some(name) = &set.name {
        text += &format!(" as {}", name.text);
    }
    if let Some(filter) = &set.filter {
        text += &format!(" where {}", expr(filter));
    }
    text + ">"
}

pub fn expr(expression: &Expr) -> String {
    match &expression.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Path(names) => {
            let names: Vec<_> = names.iter().map(|name| name.text.as_str()).collect();
            names.join(".")
        }
        ExprKind::Index(value, index) => format!("{}[{}]", expr(value), expr(index)),
        ExprKind::Call(name, arguments) => format!("{}({})", name.text, exprs(arguments)),
        ExprKind::Count(name, of) => format!("{}{}", name.text, set(of)),
        ExprKind::List(items) => format!("[{}]", exprs(items)),
        ExprKind::Not(value) => format!("(not {})", expr(value)),
        ExprKind::Negate(value) => format!("(neg {})", expr(value)),
        ExprKind::Binary(operator, left, right) => {
            format!("({} {} {})", expr(left), sign(*operator), expr(right))
        }
        ExprKind::By { subject, arms } => {
            let arms: Vec<_> = arms
                .iter()
                .map(|arm| format!("{}: {}", pattern(&arm.pattern), expr(&arm.value)))
                .collect();
            format!("by {} {{{}}}", expr(subject), arms.join(", "))
        }
        ExprKind::Random(of) => format!("random{}", set(of)),
    }
}

fn exprs(expressions: &[Expr]) -> String {
    let expressions: Vec<_> = expressions.iter().map(expr).collect();
    expressions.join(", ")
}

fn pattern(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Range(from, to) => format!("{from}..{to}"),
        Pattern::Word(name) => format!("'{}", name.text),
        Pattern::Else => "else".to_owned(),
    }
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
        Operator::In => "in",
        Operator::And => "and",
        Operator::Or => "or",
    }
}
